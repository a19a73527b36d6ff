import type { Executor } from './client.ts';

/** Users choose the forms, by their filters. A statement that is dropped is only built again. */
const mostForms = 200;

/**
 * Builds a statement once for each executor and form, with placeholders for the values. Building it on each call took longer than
 * the database needs for many of them. `write` returns it prepared under an empty name, so that it is still planned for the
 * values of each call.
 */
export function writtenOnce<Form extends Record<string, string | boolean | undefined>, Statement>(
  write: (executor: Executor, form: Form) => Statement,
): (executor: Executor, form: Form) => Statement {
  const known = new WeakMap<Executor, Map<string, Statement>>();
  return (executor, form) => {
    const forms = known.get(executor) ?? new Map<string, Statement>();
    if (forms.size === 0) known.set(executor, forms);
    const key = JSON.stringify(form);
    const statement = forms.get(key) ?? write(executor, form);
    if (forms.size >= mostForms) forms.clear();
    forms.set(key, statement);
    return statement;
  };
}
