/** Names each operation `tag.verb`: its id without the noun of the tag, as in `tasks.createComment`. */
export function rename(document) {
  const names = new Map();
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const name = nameOf(operation);
      const other = names.get(name);
      if (other) throw new Error(`${method.toUpperCase()} ${path} and ${other} would both be called ${name}`);
      names.set(name, `${method.toUpperCase()} ${path}`);
      operation.operationId = name;
    }
  return document;
}

function nameOf({ tags: [tag], operationId }) {
  const noun = wordsIn(tag);
  const words = wordsIn(operationId);
  const at = words.findIndex((_, index) => noun.every((word, place) => isSame(words[index + place], word)));
  const verb = at < 0 ? words : words.toSpliced(at, noun.length);
  return `${camel(noun)}.${camel(verb.length ? verb : words)}`;
}

const wordsIn = (name) => name.split(/-|(?=[A-Z])/).map((word) => word.toLowerCase());
const camel = ([first, ...rest]) => first + rest.map((word) => word[0].toUpperCase() + word.slice(1)).join('');
const isSame = (one = '', other) => singular(one) === singular(other);
const singular = (word) =>
  word
    .replace(/ies$/, 'y')
    .replace(/(ss)es$/, '$1')
    .replace(/([^s])s$/, '$1');
