/** Drops the provider, which ends the id of a model that a user's own key or program runs: `qwen3:8b@ollama`. */
export function modelName(id: string): string {
  return id.replace(/(?<=.)@[a-z0-9-]+$/, '');
}
