/** What people call a model whose id says the provider too, because somebody's own key or program runs it: `qwen3:8b@ollama`. */
export function modelName(id: string): string {
  return id.replace(/(?<=.)@[a-z0-9-]+$/, '');
}
