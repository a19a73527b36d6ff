/**
 * A page without a browser, for hooks and functions of the interface: a document that lays nothing out, React, the real client
 * of the calls, and a clock that stands still until the test lets time pass. What is measured is set by the test.
 */
import { environmentManager, type QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { createInstance } from 'i18next';
import { parseHTML } from 'linkedom';
import { act, createElement, type ReactNode } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { onTestFinished, vi } from 'vitest';
import { common } from '#i18n/words/en/common.ts';
import { errors } from '#i18n/words/en/errors.ts';
import { progress } from '#i18n/words/en/progress.ts';
import { createQueryClient, createRpcClient, RpcProvider } from '#rpc/client.tsx';
import { UiLabelsProvider } from '#ui/labels.tsx';
import { attachToastSink, type ToastInput } from '#ui/toast/toast.ts';

/** Answers of the server by the call's path. What they throw is refused: see `refusal` and `cut`. */
export type Answers = Record<string, (input: never) => unknown>;

type PageOptions = {
  html?: string;
  address?: string;
  answers?: Answers;
  /** The areas of English words that the hook says, besides the common ones. */
  words?: object;
};

type Called = { path: string; input: unknown };

/** Thrown by an answer: what the server refuses. */
export const refusal = (code: string, params: object = {}) => ({ refused: { code, params } });
/** Thrown by an answer: the connection is lost. */
export const cut = () => new TypeError('fetch failed');

export type Page = ReturnType<typeof openPage>;

let openPages = 0;

/** Opens a page until the test ends. A test that opens several has the last one in front. */
export function openPage({ html = '', address = '/', answers = {}, words = {} }: PageOptions = {}) {
  const { window, document } = parseHTML(`<!doctype html><html><head></head><body>${html}</body></html>`);
  openPages++;
  environmentManager.setIsServer(() => false);
  vi.useFakeTimers();
  const sizes = new Set<() => void>();
  const { kept, eventOf } = stubBrowser(window, document, sizes);
  const calls: Called[] = [];
  const closing = new AbortController();
  vi.stubGlobal('fetch', answering(answers, calls, closing.signal));
  const toasts: ToastInput[] = [];
  const dismissed: string[] = [];
  attachToastSink({ show: () => undefined, dismiss: () => undefined })();
  const detachToasts = attachToastSink({ show: (toast) => void toasts.push(toast), dismiss: (id) => void dismissed.push(id) });
  const queryClient = createQueryClient({});
  const around = providersOf(queryClient, address, { common, errors, progress, ...words });
  const leaving: (() => Promise<void>)[] = [];
  const settle = (ms = 5) => act(() => vi.advanceTimersByTimeAsync(ms));
  onTestFinished(async () => {
    try {
      for (const leave of leaving) await leave();
      // What was never answered would count as under way in the tests of other files.
      closing.abort(cut());
      await act(async () => undefined);
    } finally {
      queryClient.clear();
      detachToasts();
      openPages--;
      if (openPages === 0) {
        environmentManager.setIsServer(() => true);
        vi.useRealTimers();
        vi.unstubAllGlobals();
      }
    }
  });

  return {
    document: document as unknown as Document,
    window: window as unknown as Window,
    /** All calls so far. */
    calls,
    answers,
    toasts,
    /** Ids of toasts that were taken away. */
    dismissed,
    queryClient,
    router: around.router,
    storage: kept,
    /** Lets time pass, with all that comes due; by itself as much as an answer takes. */
    settle,
    /** Tells observers that sizes have changed. */
    async resize() {
      await act(async () => {
        for (const tell of sizes) tell();
      });
      await settle();
    },
    /** Dispatches an event; `more` are its further properties. */
    dispatch(target: unknown, type: string, more: object = {}) {
      const event = eventOf(type);
      for (const [name, value] of Object.entries(more))
        Object.defineProperty(event, name, { get: () => value, set: () => {}, configurable: true });
      act(() => void (target as EventTarget).dispatchEvent(event));
      return event;
    },
    /** Renders a component that uses the hook. `within` puts further providers around it. */
    async render<Props, Result>(
      use: (props: Props) => Result,
      first: NoInfer<Props>,
      within: (children: ReactNode) => ReactNode = (children) => children,
    ) {
      const { createRoot } = await import('react-dom/client');
      const root = createRoot(document.createElement('div') as unknown as HTMLElement);
      let latest: { value: Result } | null = null;
      let renders = 0;
      const renderWith = (props: Props) => () => {
        latest = { value: use(props) };
        renders++;
      };
      const update = async (props: Props) => {
        await act(async () => root.render(around.wrap(within(createElement(Uses, { run: renderWith(props) })))));
        await settle();
      };
      let gone = false;
      const leave = async () => {
        if (!gone) await act(async () => root.unmount());
        gone = true;
      };
      leaving.push(leave);
      await update(first);
      return {
        /** What the hook gave last. */
        get now(): Result {
          if (latest === null) throw new Error('Nothing was rendered');
          return latest.value;
        },
        renders: () => renders,
        update,
        leave,
        /** Does something, then lets answers come. */
        async after(change: (now: Result) => unknown) {
          await act(async () => void change(this.now));
          await settle();
          return this.now;
        },
      };
    },
  };
}

const labels = {
  locale: 'en-GB',
  close: common.close,
  copy: common.copy,
  copied: common.copied,
  copyFailed: common.copyFailed,
  loading: common.loading,
  retry: common.retry,
  errorCode: common.errorCode,
  details: common.details,
  notifications: common.notifications,
  partFailed: common.partFailed,
  justNow: common.justNow,
};

/** A component that does nothing but use a hook. */
function Uses({ run }: { run: () => void }) {
  run();
  return null;
}

function providersOf(queryClient: QueryClient, address: string, app: object) {
  const i18n = createInstance();
  void i18n.use(initReactI18next).init({
    lng: 'en',
    initAsync: false,
    ns: ['app'],
    defaultNS: 'app',
    resources: { en: { app } },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  const rpcClient = createRpcClient(() => ({}));
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const wrap = (children: ReactNode) => (
    <I18nextProvider i18n={i18n}>
      <RpcProvider queryClient={queryClient} rpcClient={rpcClient}>
        <UiLabelsProvider labels={labels}>
          <RouterContextProvider router={router as never}>{children}</RouterContextProvider>
        </UiLabelsProvider>
      </RpcProvider>
    </I18nextProvider>
  );
  return { router, wrap };
}

/** Puts into the process what the interface takes from a browser. Gives what is kept in its storage, and makes events. */
function stubBrowser(window: { Event: unknown }, document: object, sizes: Set<() => void>) {
  const kept = new Map<string, string>();
  const storage = {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, String(value)),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  };
  class Sizes {
    private readonly tell: () => void;
    constructor(callback: (entries: unknown[], observer: unknown) => void) {
      this.tell = () => callback([], this);
    }
    observe() {
      sizes.add(this.tell);
    }
    unobserve() {
      sizes.delete(this.tell);
    }
    disconnect() {
      sizes.delete(this.tell);
    }
  }
  const shared = {
    localStorage: storage,
    sessionStorage: storage,
    ResizeObserver: Sizes,
    requestAnimationFrame: (draw: (time: number) => void) => setTimeout(() => draw(performance.now()), 16),
    cancelAnimationFrame: (id: number) => clearTimeout(id),
    matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
    getComputedStyle: (element: { style: object }) => element.style,
    scrollBy: () => undefined,
    scrollTo: () => undefined,
    innerHeight: 800,
    innerWidth: 1200,
    scrollX: 0,
    scrollY: 0,
    location: { origin: 'https://gleaner.test', href: 'https://gleaner.test/', pathname: '/', search: '', hash: '' },
  };
  Object.assign(window, shared);
  Object.assign(document, { createRange: () => new PlainRange(), getSelection: () => null, activeElement: null });
  for (const target of [window, document] as EventTarget[]) endBySignal(target);
  completeNodes(window as unknown as Pick<typeof globalThis, 'Node' | 'HTMLElement'>);
  const AnyEvent = window.Event as typeof Event;
  class KeyPress extends AnyEvent {}
  class MousePress extends AnyEvent {}
  const eventOf = (type: string): Event => {
    const Kind = type.startsWith('key') ? KeyPress : /^(?:mouse|click|dblclick)/.test(type) ? MousePress : AnyEvent;
    return new Kind(type, { bubbles: true, cancelable: true });
  };
  vi.stubGlobal('KeyboardEvent', KeyPress);
  vi.stubGlobal('MouseEvent', MousePress);
  const names = [
    'Node',
    'Element',
    'HTMLElement',
    'HTMLIFrameElement',
    'HTMLInputElement',
    'HTMLTextAreaElement',
    'MutationObserver',
  ] as const;
  for (const [name, value] of Object.entries(shared)) vi.stubGlobal(name, value);
  for (const name of names) vi.stubGlobal(name, (window as Record<string, unknown>)[name]);
  vi.stubGlobal('window', window);
  vi.stubGlobal('self', window);
  vi.stubGlobal('document', document);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  return { kept, eventOf };
}

/** The document knows no `signal` that ends listening. */
function endBySignal(target: EventTarget): void {
  const add = target.addEventListener.bind(target);
  Object.assign(target, {
    addEventListener(type: string, listener: () => void, options: AddEventListenerOptions = {}) {
      add(type, listener, options);
      options.signal?.addEventListener('abort', () => target.removeEventListener(type, listener, options));
    },
  });
}

const [precedes, follows, contains, isInside] = [2, 4, 8, 16];

/** What the document lacks, or gets wrong: the focus, and which of two nodes comes first. */
function completeNodes({ Node: AnyNode, HTMLElement: AnyElement }: Pick<typeof globalThis, 'Node' | 'HTMLElement'>): void {
  Object.assign(AnyNode, { DOCUMENT_POSITION_FOLLOWING: follows });
  Object.assign(AnyElement.prototype, {
    focus(this: HTMLElement) {
      Object.assign(this.ownerDocument, { activeElement: this });
    },
  });
  Object.assign(AnyNode.prototype, {
    compareDocumentPosition(this: Node, other: Node) {
      if (this === other) return 0;
      if (this.contains(other)) return isInside | follows;
      if (other.contains(this)) return contains | precedes;
      const [own, others] = [pathTo(this), pathTo(other)];
      const at = own.findIndex((index, depth) => index !== others[depth]);
      return (own[at] ?? 0) < (others[at] ?? 0) ? follows : precedes;
    },
  });
}

/** The index of the node and of each node around it among its siblings, from the top. */
function pathTo(node: Node): number[] {
  const { parentNode } = node;
  return parentNode === null ? [] : [...pathTo(parentNode), [...parentNode.childNodes].indexOf(node as ChildNode)];
}

/** A range that only knows where it begins and ends. */
class PlainRange {
  startContainer: Node | null = null;
  startOffset = 0;
  endContainer: Node | null = null;
  endOffset = 0;
  setStart(node: Node, offset: number) {
    Object.assign(this, { startContainer: node, startOffset: offset });
  }
  setEnd(node: Node, offset: number) {
    Object.assign(this, { endContainer: node, endOffset: offset });
  }
  /** Whether the beginning of a node comes before (-1) or after (1) the beginning of the range. */
  comparePoint(node: Node) {
    const { startContainer: around } = this;
    const at = around?.childNodes[this.startOffset] ?? around;
    if (at === null || at === node) return 0;
    // Behind everything in the container.
    if (at === around && at.contains(node)) return -1;
    return (at.compareDocumentPosition(node) & follows) === 0 ? -1 : 1;
  }
}

/** `fetch` of a page whose server gives these answers until the page is closed. */
function answering(answers: Answers, calls: Called[], closed: AbortSignal) {
  async function answer(path: string, input: unknown) {
    calls.push({ path, input });
    const known = answers[path];
    if (known === undefined) throw new Error(`No answer to ${path}`);
    try {
      return { result: { data: (await known(input as never)) ?? null } };
    } catch (error) {
      if (typeof error !== 'object' || error === null || !('refused' in error)) throw error;
      return { error: { message: 'refused', code: -32_600, data: { code: 'BAD_REQUEST', app: error.refused } } };
    }
  }
  return async (url: string, init: { body?: string; signal?: AbortSignal } = {}) => {
    const { pathname, searchParams } = new URL(url, 'https://gleaner.test');
    const paths = pathname.slice('/api/trpc/'.length).split(',');
    const body: unknown = init.body === undefined ? undefined : JSON.parse(init.body);
    const inputs = searchParams.has('batch') ? (body as Record<number, unknown> | undefined) : { 0: body };
    const signal = AbortSignal.any([closed, ...(init.signal ? [init.signal] : [])]);
    const results = await unlessAborted(Promise.all(paths.map((path, index) => answer(path, inputs?.[index]))), signal);
    const json = searchParams.has('batch') ? results : results[0];
    return { ok: true, status: 200, headers: new Headers(), json: async () => json };
  };
}

function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => aborted.reject(signal.reason));
  if (signal.aborted) aborted.reject(signal.reason);
  return Promise.race([answer, aborted.promise]);
}
