import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

const [cr, lf, two] = [13, 10, 50];
/** The bytes that may come at each place of an interim status line up to its status. */
const interimStart = ['H', 'T', 'T', 'P', '/', '1', '.', '01', ' ', '1'].map((any) => Buffer.from(any));
const [tens, ones] = [Buffer.from('0'), Buffer.from('01')];

/**
 * A client must be able to skip any 1xx response, even one it did not ask for (RFC 9110, 15.2), but undici ends a connection on which
 * it reads a 100 or 101. The sockets of the connector replace both statuses by 102, which undici skips.
 */
export const toleratingContinue =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...outcome) => {
      const [, socket] = outcome;
      if (socket) replaceContinue(socket);
      callback(...outcome);
    });

/** undici writes one request at a time and reads the socket by `read` alone. */
function replaceContinue(socket: Socket): void {
  const heads = new ResponseHeads();
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  socket.read = (size) => heads.replaceContinue(read(size));
  socket.write = (...given: unknown[]) => {
    heads.expect();
    return write(...given);
  };
}

/** Follows the interim responses of a connection, however they are cut into chunks, up to the first byte that shows the final one. */
class ResponseHeads {
  private isFinal = false;
  /** Bytes of the present head. */
  private at = 0;
  private isLow = false;
  private isLineEmpty = true;

  /** A request was written, so a response comes next. */
  expect(): void {
    this.isFinal = false;
    this.at = 0;
  }

  replaceContinue(chunk: Buffer | null): Buffer | null {
    for (let index = 0; chunk && index < chunk.length && !this.isFinal; index++)
      chunk[index] = this.replaced(chunk[index]!);
    return chunk;
  }

  private replaced(byte: number): number {
    if (this.at === 0 && (byte === cr || byte === lf)) return byte;
    const at = this.at++ - interimStart.length;
    if (at < 0) this.isFinal = !interimStart.at(at)!.includes(byte);
    else if (at === 0) this.isLow = tens.includes(byte);
    else if (at === 1) return this.isLow && ones.includes(byte) ? two : byte;
    else this.followLines(byte);
    return byte;
  }

  private followLines(byte: number): void {
    if (byte === lf && this.isLineEmpty) this.at = 0;
    if (byte !== cr) this.isLineEmpty = byte === lf;
  }
}
