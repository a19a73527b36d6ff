/** The name without the provider that the id of a model on an own key or program ends with: `qwen3:8b@ollama` → `qwen3:8b`. */
export function modelName(id: string): string {
  return id.replace(/(?<=.)@[a-z0-9-]+$/, '');
}
