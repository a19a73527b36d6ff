import type { Executor } from './client.ts';

/**
 * A statement with placeholders for what differs from call to call, written once for each form of it and not for each call: that took
 * longer than the database needs to answer many of them. `write` gives it prepared under an empty name: the database still plans it
 * each time, for the values it has then.
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
    forms.set(key, statement);
    return statement;
  };
}
