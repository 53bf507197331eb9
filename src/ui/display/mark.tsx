/** The logo of Heddle: warp threads, one through the eye of a heddle. It is decoration beside the name. */
export function Mark() {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
    >
      <path d="M4 2v16M16 2v16M10 2v4.2M10 13.8V18" />
      <ellipse cx="10" cy="10" rx="2.6" ry="3.8" />
    </svg>
  );
}
