import { type HighlightScope, highlightScopes } from '../shared/highlight-kinds.ts';
import { readFlow, type Script, type TextView, viewScript } from './text-view.ts';

/** `settled`: the stored text. Otherwise it is one of several forms, whose places do not apply to the others. */
type Shown = { scope: HighlightScope; view: TextView; settled: boolean };

export function shownTexts(script: Script | null): Shown[] {
  return [...document.querySelectorAll<HTMLElement>('[data-text-scope]')].flatMap((root): Shown[] => {
    const scope = highlightScopes.find((known) => known === root.dataset.textScope);
    if (!scope) return [];
    if (scope === 'subtitle') return script ? [{ scope, view: viewScript(root, script), settled: true }] : [];
    const article = root.querySelector('article');
    // A text that is being written has no stable places yet.
    if (!article || article.ariaBusy === 'true') return [];
    return [{ scope, view: readFlow(article), settled: article.dataset.textDerived === undefined }];
  });
}

export const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement);
