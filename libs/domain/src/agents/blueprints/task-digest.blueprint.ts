import { Blueprint, type RunContext } from '../blueprint.js';
import { countsOf, writeDigest } from './digest-sections.js';
import { DigestReader } from './digest-reader.js';
import { NoteWriter } from './note-writer.js';
import { digestInput, digestOutput } from './task-digest-schemas.js';

/** Writes a note that tells what is due, overdue, waking and done. */
export class TaskDigest extends Blueprint {
  static needs = [DigestReader, NoteWriter] as const;
  readonly slug = 'task-digest';
  readonly title = 'Write a note on what is due, overdue, waking and done';
  readonly inputSchema = digestInput;
  readonly outputSchema = digestOutput;
  override readonly tools = ['list_tasks', 'write_note'];
  override readonly effects = 'write';
  override readonly access = ['tasks:read', 'notes:write'] as const;

  constructor(
    private readonly reader: DigestReader,
    private readonly notes: NoteWriter,
  ) {
    super();
  }

  async run({ input, step }: RunContext<{ since?: string; notebook_id?: string }>): Promise<unknown> {
    const digest = await this.reader.read(new Date(), input.since);
    const body = await this.notes.read(writeDigest(digest));
    const write = () => this.notes.write(`Task digest ${digest.date}`, body, input.notebook_id ?? null);
    return step('write the note', async () => ({ note_id: await write(), counts: countsOf(digest) }));
  }
}
