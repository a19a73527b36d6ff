/** Limits and counts tasks. The composition root provides the implementation. */
import type { Tx } from '#db/client.ts';
import type { AppError } from '#lib/app-error.ts';
import type { OwnKey } from '#lib/own-key.ts';

/**
 * `question`: a user's question to a model. `note`: a note, which users may share. `output`: something made from a content;
 * `paid_output`: the same by a service that costs money. `free`: nothing is counted.
 */
export type TaskPrice = 'free' | 'question' | 'note' | 'output' | 'paid_output';

/** A request for shared work. Limits count for the user and for the client address. */
export type TaskRequest = {
  userId: string;
  clientAddress: string;
  /** The work needs the server's model, so it is refused when the day's budget is spent. */
  needsBudget: boolean;
  /** The user whose own model key is used; null: none. */
  keyUserId: string | null;
  contentId?: string;
  /** Time that the source takes from the user's account; null while unknown. */
  seconds?: number | null;
};

export type MeteredTask = {
  id: string;
  kind: string;
  price: TaskPrice;
  /** Null for work shared by all users who wait for it. */
  userId: string | null;
  /** Sent by the browser with the start; not known when the task ends. */
  ownKey?: OwnKey | null | undefined;
  /** The request that started the task; not known when it ends. */
  request?: TaskRequest | undefined;
};

/** All calls except `estimate` run in the transaction that changes the task's state, so each happens at most once per task. */
export type TaskMeter = {
  /** The error that work of this price would be refused with now; null if it would be accepted. Changes nothing. */
  estimate(task: Omit<MeteredTask, 'id'>): Promise<{ refusal: { code: string } | null }>;
  /** Called before the task's row is inserted. Throws the error that the task is refused with. */
  reserve(tx: Tx, task: MeteredTask): Promise<void>;
  /** Another request for shared work, answered by a task in flight or by a result. Throws the error that it is refused with. */
  join(tx: Tx, task: Omit<MeteredTask, 'id'>): Promise<void>;
  /**
   * Called when a task that was started has ended. Returns what it used, which is stored with the task. `working`: others ended
   * it, and its worker has not stopped yet; `finish` follows.
   */
  commit(tx: Tx, task: MeteredTask, ending: { completed: boolean; working: boolean }): Promise<unknown>;
  /** Called when the worker of a task that others ended has stopped. Not called when that worker was killed. Returns as `commit`. */
  finish(tx: Tx, task: MeteredTask): Promise<unknown>;
  /** Called when a task ended that no worker ever had. */
  release(tx: Tx, task: MeteredTask): Promise<void>;
  /**
   * Called when a user leaves shared work that others wait for, longest first. Returns the error that the work ends with because
   * none of them can pay for it; null if it continues.
   */
  leave(
    tx: Tx,
    task: Pick<MeteredTask, 'id' | 'kind'>,
    who: { userId: string; others: readonly { userId: string; contentId: string }[] },
  ): Promise<AppError | null>;
};
