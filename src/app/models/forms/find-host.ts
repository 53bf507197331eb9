/** The host of an address; the address itself if it has none. */
export function findHost(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}
