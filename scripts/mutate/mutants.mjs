// Small faults that can be put into the sources, one at a time: StrykerJS's, and three kinds of our own.
import { readFileSync } from 'node:fs';
import { commonTokens } from '@stryker-mutator/api/plugin';
import { createInstrumenter } from '@stryker-mutator/instrumenter';
import { createInjector } from 'typed-inject';
import { parseSync, Visitor } from 'vite';
import { at } from '../lib/project.mjs';

const nothing = () => undefined;
const logger = {
  isDebugEnabled: () => false,
  isTraceEnabled: () => false,
  debug: nothing,
  info: nothing,
  trace: nothing,
  warn: nothing,
  error: console.error,
  fatal: console.error,
};

/** A changed text in a message, a prompt or a class name is no fault that a test should detect. */
const excludedMutations = ['StringLiteral'];

/** Sources with a switch for each of their mutants, and the mutants: `{ file, start, end, mutator, replacement }`, offsets in characters. */
export async function instrument(files) {
  const instrumenter = createInjector().provideValue(commonTokens.logger, logger).injectFunction(createInstrumenter);
  const result = [];
  for (const file of files) {
    const content = readFileSync(at(file), 'utf8');
    const { files: written, mutants } = await instrumenter.instrument([{ name: file, mutate: true, content }], {
      ignorers: [],
      excludedMutations,
      plugins: null,
      noHeader: false,
    });
    const offset = offsets(content);
    result.push({
      file,
      content,
      instrumented: written[0]?.content ?? content,
      mutants: mutants
        .filter(({ status }) => status === undefined)
        .map(({ id, location, mutatorName, replacement }) => ({
          id,
          file,
          start: offset(location.start),
          end: offset(location.end),
          mutator: mutatorName,
          replacement,
        })),
    });
  }
  return result;
}

function offsets(content) {
  const starts = [0];
  for (let at = content.indexOf('\n'); at >= 0; at = content.indexOf('\n', at + 1)) starts.push(at + 1);
  return ({ line, column }) => (starts[line] ?? content.length) + column;
}

/** Whether code at this place runs when its module is loaded: it is in no function. */
export function runsOnLoad({ file, start }, content) {
  let inside = false;
  const look = (node) => {
    inside ||= node.start <= start && start < node.end;
  };
  const visitor = new Visitor({ FunctionDeclaration: look, FunctionExpression: look, ArrowFunctionExpression: look });
  visitor.visit(parseSync(file, content, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).program);
  return !inside;
}

/** Columns that are easily confused. */
const otherColumn = { userId: 'id', contentId: 'id', id: 'contentId', extractionId: 'contentId', runId: 'id' };
const comparisons = new Set(['eq', 'ne', 'inArray', 'lt', 'gt', 'lte', 'gte']);

/** Parts of a query without which it reads or changes too much, or reads what another transaction is about to change. */
const clauses = new Set(['where', 'for', 'limit', 'orderBy', 'onConflictDoNothing']);

/** Functions for which the order of the arguments makes no difference. */
const symmetric = new Set(['Math.max', 'Math.min', 'and', 'or', 'timingSafeEqual']);

/** A removed await, swapped arguments, a wrong column, a query without a condition or clause, statements without transaction. */
export function ownMutants(file, content) {
  const found = [];
  const add = (mutator, { start, end }, replacement) =>
    found.push({ id: `own-${found.length}`, file, start, end, mutator, replacement });
  const text = ({ start, end }) => content.slice(start, end);
  const plain = ({ type }) => type === 'Identifier' || type === 'MemberExpression';
  const visitor = new Visitor({
    AwaitExpression(node) {
      add('Await', node, `(${text(node.argument)})`);
    },
    CallExpression(node) {
      const { callee } = node;
      const [first, second] = node.arguments;
      if (callee.type === 'MemberExpression' && first !== undefined) {
        const { object, property } = callee;
        if (clauses.has(property.name) && object.type === 'CallExpression')
          add('Clause', { start: object.end, end: node.end }, '');
        if (property.name === 'transaction') add('Transaction', node, `(${text(first)})(${text(object)})`);
      }
      if (first === undefined || second === undefined) return;
      const name = callee.type === 'Identifier' ? callee.name : '';
      if (name === 'and')
        for (const [index, one] of node.arguments.entries()) {
          const before = node.arguments[index - 1];
          add('Condition', before ? { start: before.end, end: one.end } : { start: one.start, end: second.start }, '');
        }
      if (comparisons.has(name) && first.type === 'MemberExpression' && !first.computed) {
        const other = otherColumn[first.property.name];
        if (other !== undefined) add('Column', first.property, other);
      } else if (plain(first) && plain(second) && text(first) !== text(second) && !symmetric.has(text(callee))) {
        const between = content.slice(first.end, second.start);
        add('SwappedArguments', { start: first.start, end: second.end }, `${text(second)}${between}${text(first)}`);
      }
    },
  });
  visitor.visit(parseSync(file, content, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).program);
  return found;
}

export const lineOf = (content, offset) => content.slice(0, offset).split('\n').length;

/**
 * Identifies a mutant after the file has changed elsewhere: the text of its line, before and after the fault. A clause on a line of
 * its own begins at the end of the line before.
 */
export function identify(mutant, content) {
  const before = content.slice(mutant.start, mutant.end);
  const start = mutant.start + (before.length - before.trimStart().length);
  const from = content.lastIndexOf('\n', start - 1) + 1;
  const to = content.indexOf('\n', start);
  const line = content.slice(from, to < 0 ? undefined : to).trim();
  return { file: mutant.file, line, from: before.trimStart(), to: mutant.replacement };
}
