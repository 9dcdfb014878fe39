const style = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --link: #1d4ed8; }
@media (prefers-color-scheme: dark) { :root { --link: #93b4ff; } }
* { box-sizing: border-box; }
body { font: 1.0625rem/1.65 system-ui, sans-serif; margin: 0; overflow-wrap: break-word; }
header, main, footer { max-width: 46rem; margin: 0 auto; padding: 0 1.25rem; }
header { display: flex; gap: 1.25rem; padding-top: 1.25rem; }
header a { font-weight: 600; text-decoration: none; }
main { padding-top: 2.5rem; }
a { color: var(--link); }
h1 { line-height: 1.2; margin: 0 0 1.5rem; font-size: 2rem; }
h2 { line-height: 1.3; margin: 2.5rem 0 0.75rem; font-size: 1.3rem; }
p, ul, ol, pre, .table { margin: 0 0 1rem; }
li { margin: 0.3rem 0; }
code { font: 0.9em ui-monospace, monospace; background: var(--soft); border-radius: 4px; padding: 0.1em 0.3em; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 8px;
  padding: 0.9rem 1rem; overflow-x: auto; line-height: 1.5; }
pre code { background: none; padding: 0; }
.table { overflow-x: auto; }
table { border-collapse: collapse; min-width: 100%; font-size: 0.95em; }
th, td { text-align: left; vertical-align: top; padding: 0.45rem 0.75rem 0.45rem 0;
  border-bottom: 1px solid var(--line); }
td code { overflow-wrap: anywhere; }
td:first-child:has(code) { min-width: 10rem; }
.code { opacity: 0.75; }
footer { padding-top: 3rem; padding-bottom: 3rem; }
`.trim();

/** A page without scripts; `title` and `main` are HTML. */
export const htmlPage = (title: string, main: string) =>
  htmlDocument(
    `${title} · Tandem`,
    style,
    `<header><a href="/docs">Reference</a><a href="/docs/guides">Guides</a></header>
<main>
${main}
</main>
<footer></footer>`,
  );

export const htmlDocument = (title: string, style: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="/docs/icon.svg">
<style>
${style}
</style>
</head>
<body>
${body}
</body>
</html>
`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character]!);
