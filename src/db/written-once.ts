import type { Executor } from './client.ts';

/** Users choose the forms, by their filters. A statement that is dropped is only built again. */
const mostForms = 200;

/**
/** Building on each call took longer than many a query. Prepared without a name, so that it is planned for each call's values. */
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
