/** The server settings that an error is about: shown to readers among the details, to administrators in the terminal. */
export const errorSettings: Readonly<Partial<Record<string, readonly string[]>>> = {
  page_needs_browser: ['RENDER_PAGES'],
  ytdlp_missing: ['YTDLP_PATH'],
  speech_unauthorized: ['SPEECH_API_KEY'],
  speech_model_unreachable: ['SPEECH_MODEL_MIRRORS'],
  llm_unauthorized: ['OPENAI_API_KEY'],
  llm_unavailable: ['OPENAI_BASE_URL'],
  output_not_configured: ['IMAGE_BASE_URL', 'IMAGE_MODEL', 'MUSIC_BASE_URL', 'MUSIC_MODEL'],
  llm_not_configured: ['OPENAI_BASE_URL', 'OPENAI_MODEL'],
};
