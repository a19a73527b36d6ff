/** A code without a message in `i18n/words` or an HTTP status in `rpc/status.ts` does not compile. */
export const errorCodes = [
  'internal',
  'bad_request',
  'unauthenticated',
  'sign_in_needed',
  'not_allowed',
  'last_admin',
  'paid_until_past',
  'balance_too_small',
  'task_not_repeatable',
  'sign_in_failed',
  'email_not_verified',
  'email_reserved',
  'email_unfit',
  'password_unfit',
  'sign_up_refused',
  'link_expired',
  'reset_not_possible',
  'provider_failed',
  'invitation_needed',
  'invitation_invalid',
  'too_many_attempts',
  'mail_failed',
  'not_found',
  'conflict',
  'rate_limited',
  'busy',
  'cancelled',
  'timed_out',
  'storage_failed',
  'input_empty',
  'input_unsupported',
  'url_invalid',
  'url_blocked',
  'fetch_failed',
  'fetch_status',
  'fetch_timed_out',
  'fetch_too_large',
  'page_too_complex',
  'page_no_text',
  'page_needs_browser',
  'page_sign_in',
  'page_error',
  'file_missing',
  'file_too_large',
  'picture_unreadable',
  'picture_too_large',
  'transcript_too_long',
  'text_too_long',
  'text_too_complex',
  'document_too_large',
  'document_unreadable',
  'document_no_text',
  'document_scanned',
  'subtitles_empty',
  'media_unreadable',
  'media_refused',
  'media_no_subtitles',
  'video_private',
  'video_unavailable',
  'video_age_restricted',
  'video_region_blocked',
  'video_members_only',
  'video_live',
  'video_no_words',
  'site_bot_check',
  'site_wait',
  'site_login_needed',
  'site_changed',
  'credential_invalid',
  'episode_not_found',
  'show_not_found',
  'feed_unreadable',
  'page_unknown',
  'listing_link',
  'listing_empty',
  'channel_not_found',
  'channel_limit',
  'opml_unreadable',
  'automatic_limit',
  'document_access_denied',
  'media_no_audio',
  'ytdlp_missing',
  'ytdlp_outdated',
  'ytdlp_failed',
  'speech_not_configured',
  'speech_model_missing',
  'speech_unauthorized',
  'speech_quota',
  'speech_rate_limited',
  'speech_unavailable',
  'speech_failed',
  'speech_no_words',
  'speech_model_broken',
  'speech_model_unreachable',
  'speech_import_missing',
  'speech_models_managed',
  'storage_quota',
  'upload_incomplete',
  'upload_not_found',
  'llm_unauthorized',
  'llm_quota',
  'llm_rate_limited',
  'llm_unavailable',
  'llm_unreachable',
  'llm_model_unknown',
  'llm_region_refused',
  'llm_timed_out',
  'llm_refused',
  'llm_too_long',
  'llm_bad_output',
  'llm_not_configured',
  'llm_cost_limit',
  'server_cost_limit',
  'own_key_refused',
  'own_key_quota',
  'own_key_limit',
  'own_model_unknown',
  'too_many_key_tries',
  'too_many_answers',
  'too_many_questions',
  'too_many_library_questions',
  'too_many_accounts',
  'too_many_submissions',
  'too_many_whole_collections',
  'too_many_guest_notes',
  'out_of_time',
  'license_invalid',
  'license_used',
  'license_yours',
  'license_under_way',
  'license_expired',
  'license_unavailable',
  'too_many_license_tries',
  'deletion_begun',
  'too_many_archives',
  'too_many_reports',
  'too_many_searches',
  'archive_unreadable',
  'archive_damaged',
  'archive_newer',
  'archive_too_large',
  'content_id_missing',
  'nothing_to_ask',
  'subtitles_missing',
  'article_missing',
  'note_missing',
  'note_version_missing',
  'work_in_progress',
  'note_conflict',
  'title_fixed',
  'prompt_limit',
  'collection_limit',
  'collection_full',
  'smart_folder_limit',
  'smart_folder_exists',
  'watch_later_full',
  'transcript_conflict',
  'export_failed',
  'export_nothing',
  'export_incomplete',
  'output_not_configured',
  'output_unauthorized',
  'output_quota',
  'output_refused',
  'output_unavailable',
  'output_unconfirmed',
  'output_failed',
  'too_many_outputs',
  'frames_missing',
  'data_folder_in_use',
  'config_invalid',
  'database_unavailable',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export type ErrorParams = Readonly<Record<string, string | number>>;

export type AppErrorOptions = {
  cause?: unknown;
  /** Values for the translated message. They reach the user: never put internals or secrets here. */
  params?: ErrorParams;
  /** Set when the same call can succeed later; `afterMs` is a provider's own "retry after". */
  retry?: { afterMs?: number } | undefined;
  /** For logs only; never sent to a client. */
  detail?: string;
};

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly retry: { afterMs?: number } | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.detail ? `${code}: ${options.detail}` : code, { cause: options.cause });
    this.code = code;
    this.params = options.params ?? {};
    this.retry = options.retry;
  }
}

export function findAppError(error: unknown): AppError | undefined {
  let current = error;
  for (let depth = 0; depth < 16 && current instanceof Error; depth++) {
    if (current instanceof AppError) return current;
    current = current.cause;
  }
  return undefined;
}

/** Not an AppError, so that code handling failures of a site or model passes it on. */
export class DatabaseLost extends Error {
  override readonly name = 'DatabaseLost';
}

function someCause(error: unknown, is: (error: Error) => boolean): boolean {
  let current = error;
  for (let depth = 0; depth < 16 && current instanceof Error; depth++) {
    if (is(current)) return true;
    current = current.cause;
  }
  return false;
}

/** Abort, timeout, full disk and lost database have codes of their own; every other error becomes `internal`. */
export function toAppError(error: unknown): AppError {
  const known = findAppError(error);
  if (known) return known;
  if (someCause(error, (cause) => cause instanceof DatabaseLost)) return new AppError('database_unavailable', { cause: error });
  if (error instanceof Error && error.name === 'AbortError') return new AppError('cancelled', { cause: error });
  if (error instanceof Error && error.name === 'TimeoutError') return new AppError('timed_out', { cause: error });
  if (isDiskFull(error)) return new AppError('storage_failed', { cause: error, retry: { afterMs: fullDiskRetryMs } });
  return new AppError('internal', { cause: error });
}

export const fullDiskRetryMs = 60_000;

const fullDiskCodes = ['ENOSPC', 'EDQUOT', '53100'];

function isDiskFull(error: unknown): boolean {
  return someCause(error, (cause) => 'code' in cause && fullDiskCodes.includes(String(cause.code)));
}

export function hasCode(error: unknown, ...codes: ErrorCode[]): boolean {
  const known = findAppError(error);
  return known !== undefined && codes.includes(known.code);
}
