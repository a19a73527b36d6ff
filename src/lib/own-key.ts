/** A user's own key for a language model, in clear: in memory only. `keys` is comma-separated. */
export type OwnKey = { provider: string; model: string; keys: string };

/** What a browser sent of the key that it keeps; the keys themselves only with calls that begin work. */
export type SentKey = { userId: string; provider: string; model: string; keys: string | null };
