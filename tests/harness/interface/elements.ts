/** Looks into what a component gives, without drawing it: for the small parts that a hook gives to a menu. */
import { Children, type FunctionComponent, isValidElement, type ReactElement, type ReactNode } from 'react';

type Props = Record<string, unknown> & { children?: ReactNode };
export type AnyElement = ReactElement<Props>;

/** What an element's own component gives; within a component that is rendered, as its hooks run there. */
export function insideOf(element: ReactNode): AnyElement {
  const { type, props } = element as AnyElement;
  return (type as FunctionComponent<Props>)(props) as AnyElement;
}

/** The elements of a tree, outer ones first. */
export function elementsIn(tree: ReactNode): AnyElement[] {
  return Children.toArray(tree).flatMap((node) =>
    isValidElement<Props>(node) ? [node, ...elementsIn(node.props.children)] : [],
  );
}

export function textOf(tree: ReactNode): string {
  return Children.toArray(tree)
    .map((node) => (isValidElement<Props>(node) ? textOf(node.props.children) : `${node as string | number}`))
    .join('');
}

/** The innermost element with just this text. */
export function withText(tree: ReactNode, text: string): AnyElement {
  const found = elementsIn(tree).findLast((element) => textOf(element) === text);
  if (found === undefined) throw new Error(`Nothing says “${text}”`);
  return found;
}
