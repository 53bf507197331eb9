/** USD for a million tokens, without the sign: `0.50`, `30.00`, `0.0375`. */
export function formatPrice(usd: number): string {
  return usd === 0 || Number(usd.toFixed(2)) === usd ? usd.toFixed(2) : String(Number(usd.toPrecision(3)));
}

/** Days from now to the end of a model; negative: it has ended. */
export function computeDaysTo(endsOn: string, now: number = Date.now()): number {
  return Math.ceil((Date.parse(endsOn) - now) / 86_400_000);
}
