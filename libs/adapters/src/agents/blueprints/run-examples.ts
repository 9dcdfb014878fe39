const project_id = '019ab1c2-0a11-7d3c-9a52-6f0f5f4e8b10';

export const runExamples = {
  echo: { summary: 'Return the message that was sent', value: { input: { message: 'hello', delay_ms: 1000 } } },
  'task-digest': { summary: 'Write a note on what is due', value: { input: { since: '2026-11-20T09:00:00.000Z' } } },
  'overdue-triage': {
    summary: 'Raise the priority of overdue tasks',
    value: { input: { project_id, high_after_days: 3, urgent_after_days: 14 } },
  },
  'stale-task-sweep': {
    summary: 'Ask about stale tasks',
    value: { input: { project_id, stale_after_days: 45, action: 'comment' } },
  },
  'note-linker': {
    summary: 'Link the titles and identifiers that notes mention',
    value: { input: { since: '2026-11-20T09:00:00.000Z', limit: 20 } },
  },
  'contact-dedupe': {
    summary: 'Report contacts that may be duplicates',
    value: { input: { kind: 'individual' } },
  },
  'http-check': {
    summary: 'Check a web page',
    value: { input: { url: 'https://status.example.com/', pattern: 'All systems * operational', project_id } },
  },
  'app-probe': { summary: 'Probe a connected app', value: { input: { app: 'billing', project_id } } },
};
