import { describe, expect, it } from 'vitest';
import { type TreeKey, treeMove } from './tree-keys.ts';

const nodes = [
  { node: { id: '0', children: [{ id: '0.0' }, { id: '0.1' }] }, parentId: null, folded: false },
  { node: { id: '0.0', children: [{ id: '0.0.0' }] }, parentId: '0', folded: false },
  { node: { id: '0.0.0', children: [] }, parentId: '0.0', folded: false },
  { node: { id: '0.1', children: [{ id: '0.1.0' }] }, parentId: '0', folded: true },
];

describe('CON-03 keys in the map', () => {
  it.each([
    ['0', 'ArrowDown', { type: 'focus', id: '0.0' }],
    ['0.0.0', 'ArrowDown', { type: 'focus', id: '0.1' }],
    ['0.1', 'ArrowDown', null],
    ['0', 'ArrowUp', null],
    ['0.1', 'ArrowUp', { type: 'focus', id: '0.0.0' }],
    ['0.0', 'ArrowRight', { type: 'focus', id: '0.0.0' }],
    ['0.1', 'ArrowRight', { type: 'unfold' }],
    ['0.0.0', 'ArrowRight', null],
    ['0.0', 'ArrowLeft', { type: 'fold' }],
    ['0.1', 'ArrowLeft', { type: 'focus', id: '0' }],
    ['0.0.0', 'ArrowLeft', { type: 'focus', id: '0.0' }],
    ['0', 'ArrowLeft', null],
    ['0.0', 'Home', { type: 'focus', id: '0' }],
    ['0.0', 'End', { type: 'focus', id: '0.1' }],
    ['0.0', 'Tab', null],
    ['gone', 'ArrowDown', null],
  ])('from %s %s', (id, key, step) => {
    expect(treeMove(nodes, id, key as TreeKey)).toEqual(step);
  });
});
