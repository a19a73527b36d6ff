/** How the tasks of a process are limited and counted. The composition root gives the implementation. */
import type { Tx } from '#db/client.ts';
import type { OwnKey } from '#lib/own-key.ts';

/**
 * `question`: one question of a user to a model. `note`: a note, which many may share. `output`: something made of a content,
 * `paid_output`: by a service that costs money. `free`: nothing is counted.
 */
export type TaskPrice = 'free' | 'question' | 'note' | 'output' | 'paid_output';

/** Who asks for work that is shared, and from where: both have limits. */
export type TaskRequest = {
  userId: string;
  clientAddress: string;
  /** Without the server's model the work is not wanted: it is refused while the day's budget is spent. */
  needsBudget: boolean;
  /** Whose own model key does the work. */
  keyUserId: string | null;
  contentId?: string;
  /** What the source takes from the user's time; null while that is unknown. */
  seconds?: number | null;
};

export type MeteredTask = {
  id: string;
  kind: string;
  price: TaskPrice;
  /** Null for work that belongs to everyone who waits for it. */
  userId: string | null;
  /** Sent by the browser that asks; not known at the end. */
  ownKey?: OwnKey | null | undefined;
  /** Of the start; not known at the end. */
  request?: TaskRequest | undefined;
};

/** All calls but `estimate` are part of the transaction that changes the task's state, so each happens once per task or not at all. */
export type TaskMeter = {
  /** What work of this price would be refused with now; null when it would be begun. Changes nothing. */
  estimate(task: Omit<MeteredTask, 'id'>): Promise<{ refusal: { code: string } | null }>;
  /** Before the task's row is there. Throws what refuses it. */
  reserve(tx: Tx, task: MeteredTask): Promise<void>;
  /** Another request for shared work, which the task in flight or the result of an ended one answers. Throws what refuses it. */
  join(tx: Tx, task: Omit<MeteredTask, 'id'>): Promise<void>;
  /** The task was begun and has ended. Gives what it took, which is stored with it. */
  commit(tx: Tx, task: MeteredTask, ending: { completed: boolean }): Promise<unknown>;
  /** The task has ended and no worker ever had it. */
  release(tx: Tx, task: MeteredTask): Promise<void>;
  /** A user lets go of shared work that goes on for others. */
  leave(tx: Tx, task: { id: string; userId: string }): Promise<void>;
};
