/** Tells whether bytes that come bit by bit are UTF-8. */
export class Utf8Check {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private isText = true;

  write(bytes: Uint8Array): void {
    if (this.isText) this.decode(bytes);
  }

  /** Whether all of it was; to be called once, at the end. */
  end(): boolean {
    if (this.isText) this.decode();
    return this.isText;
  }

  private decode(bytes?: Uint8Array): void {
    try {
      if (bytes === undefined) this.decoder.decode();
      else this.decoder.decode(bytes, { stream: true });
    } catch {
      this.isText = false;
    }
  }
}
