import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import * as protocol from 'pg-protocol/dist/parser.js';

interface Message {
  name: string;
}

/** The driver's reader of messages, with the method that it keeps to itself. */
const Parser = protocol.Parser as unknown as new () => {
  parse(bytes: Buffer, onMessage: (message: Message) => void): void;
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): Message;
};

const dataRow = 'D'.charCodeAt(0);

/** A row as the server sends it (DataRow, PostgreSQL protocol 54.7). The bytes are the socket's: they are read at once or never. */
export class ReceivedRow implements Message {
  readonly name = 'dataRow';

  /** `start` is where the number of columns stands; of each column the length, which is -1 for null, and the text follow. */
  constructor(
    readonly bytes: Buffer,
    private readonly start: number,
    /** What the server says is its length, at least that of its texts and 4 bytes for each column. */
    readonly length: number,
  ) {}

  /** The texts of all columns, as the driver gives them to its own queries. */
  get fields(): (string | null)[] {
    return this.texts(this.bytes.readInt16BE(this.start));
  }

  /** The texts of the first columns. */
  texts(count: number): (string | null)[] {
    const texts: (string | null)[] = [];
    for (let at = this.beginning(0); texts.length < count;) {
      const length = this.bytes.readInt32BE(at);
      const start = at + 4;
      at = start + Math.max(0, length);
      texts.push(length < 0 ? null : this.bytes.toString('utf8', start, at));
    }
    return texts;
  }

  /** Where a column begins, its length ahead of its text. */
  beginning(column: number): number {
    let at = this.start + 2;
    for (let i = 0; i < column; i++) at += 4 + Math.max(0, this.bytes.readInt32BE(at));
    return at;
  }
}

class RowParser extends Parser {
  override handlePacket(offset: number, code: number, length: number, bytes: Buffer): Message {
    return code === dataRow ? new ReceivedRow(bytes, offset, length) : super.handlePacket(offset, code, length, bytes);
  }
}

/** A connection of the driver: what it does with the socket once it is open. */
interface Wire extends EventEmitter {
  attachListeners(socket: Socket): void;
}

/** Has the client receive each row as it is, where the driver would make a string of each column. To be called before it connects. */
export function receiveRowsAsTheyAre(client: object): void {
  const { connection } = client as { connection: Wire };
  connection.attachListeners = (socket) => {
    const parser = new RowParser();
    const tell = (message: Message) =>
      connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message);
    socket.on('data', (bytes: Buffer) => parser.parse(bytes, tell));
  };
}
