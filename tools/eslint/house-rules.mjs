import { basename } from 'node:path';

/** Rules that no published plugin has: see the sizes and names in docs. */

const isNeeds = (member) => member.type === 'PropertyDefinition' && member.static && member.key.name === 'needs';

/** The object in `class X extends uses({ … })`. */
const usedBy = ({ superClass }) =>
  superClass?.type === 'CallExpression' && superClass.callee.name === 'uses' ? superClass.arguments[0] : undefined;

const unwrapped = (node) =>
  node && /^TS(As|Satisfies|NonNull)Expression$|^TSTypeAssertion$/.test(node.type) ? unwrapped(node.expression) : node;

const classesOf = (check) => ({ ClassDeclaration: check, ClassExpression: check });

/** A use case does one thing, so its file stays short. Applies to classes that declare needs. */
const useCaseSize = {
  meta: {
    type: 'suggestion',
    schema: [{ type: 'integer' }],
    messages: { long: 'A use case has at most {{max}} lines a file; this one has {{lines}}.' },
  },
  create(context) {
    const [max = 40] = context.options;
    const { text } = context.sourceCode;
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    return classesOf((node) => {
      if (lines > max && (usedBy(node) || node.body.body.some(isNeeds)))
        context.report({ node: node.id ?? node, messageId: 'long', data: { max, lines } });
    });
  },
};

/** A class with five needs has two responsibilities. */
const fewNeeds = {
  meta: {
    type: 'suggestion',
    schema: [{ type: 'integer' }],
    messages: {
      many: 'A class needs at most {{max}} things; this one names {{count}}.',
      array: 'Write `static needs` as an array of names, so that anyone sees them.',
    },
  },
  create(context) {
    const [max = 4] = context.options;
    return classesOf((node) => {
      const count = usedBy(node)?.properties.length ?? 0;
      if (count > max) context.report({ node, messageId: 'many', data: { max, count } });
      for (const needs of node.body.body.filter(isNeeds)) {
        const list = unwrapped(needs.value);
        if (list?.type !== 'ArrayExpression') context.report({ node: needs, messageId: 'array' });
        else if (list.elements.length > max)
          context.report({ node: needs, messageId: 'many', data: { max, count: list.elements.length } });
      }
    });
  },
};

const emptySuffix = /(?:Service|Manager|Helper|Util)s?$|Impl$/;

/** Bans suffixes that say nothing about the thing. */
const honestNames = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      emptySuffix: '"{{name}}" ends in a word that says nothing; name the noun, the verb or technology + port.',
      prefixed: '"{{name}}": an interface carries no I.',
    },
  },
  create(context) {
    const checkName = ({ id }) => {
      if (id && emptySuffix.test(id.name))
        context.report({ node: id, messageId: 'emptyWord', data: { name: id.name } });
    };
    const checkInterface = (node) => {
      checkName(node);
      if (/^I[A-Z]/.test(node.id.name))
        context.report({ node: node.id, messageId: 'prefixed', data: { name: node.id.name } });
    };
    return { ...classesOf(checkName), TSInterfaceDeclaration: checkInterface, TSTypeAliasDeclaration: checkName };
  },
};

/** File names follow from their content: no index files, no catch-all folders. */
const fileNames = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      index: 'No file is called index: import the file that has the name.',
      drawer: 'No folder is called {{folder}}: the code belongs to a feature or to core.',
      kebab: 'File names are kebab-case, with a suffix such as .port or .test.',
    },
  },
  create(context) {
    const path = context.filename.slice(context.cwd.length + 1).replaceAll('\\', '/');
    const file = basename(path);
    return {
      Program(node) {
        if (/^index\./.test(file)) context.report({ node, messageId: 'index' });
        if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+$/.test(file))
          context.report({ node, messageId: 'kebab' });
        const folder = /(?:^|\/)(shared|common|utils?|helpers?)\//.exec(path)?.[1];
        if (folder) context.report({ node, messageId: 'drawer', data: { folder } });
      },
    };
  },
};

export const house = {
  meta: { name: 'house' },
  rules: {
    'use-case-size': useCaseSize,
    'few-needs': fewNeeds,
    'honest-names': honestNames,
    'file-names': fileNames,
  },
};
