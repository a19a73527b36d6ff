/** A user's own key for a language model, in plain text, so kept in memory only. `keys` is comma-separated. */
export type OwnKey = { provider: string; model: string; keys: string };

/** What a browser that keeps a key sends with its calls; `keys` only with those that begin work. */
export type SentKey = { userId: string; provider: string; model: string; keys: string | null };
