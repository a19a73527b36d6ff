import type { ErrorCode } from '#lib/app-error.ts';

export const errors = {
  offline: 'The server cannot be reached. Check your connection, or that Gleaner is still running, and try again.',
  internal:
    'The server met a problem it did not expect. Your records are fine. Try again; if it stays, tell the administrator the error code.',
  bad_request: 'The request was not complete, so the server did not take it. Reload the page and try again.',
  unauthenticated: 'Your session has ended. Reload the page and do it once more.',
  not_found: 'This could not be found; it may have been deleted. Open it again from your summary records.',
  conflict: 'It was just changed somewhere else. Reload the page to see the latest version.',
  rate_limited: 'That was a lot of requests. Wait a minute and try again.',
  busy: 'The server is busy. Try again in a little while.',
  cancelled: 'Cancelled. You can summarize it again whenever you like.',
  timed_out: 'There was no result for too long. Try again; for something long, come back later.',
  storage_failed:
    'The server’s disk is full or cannot be written, so nothing new can be stored. What is there is safe. Delete what you no longer need, or try again later.',
  input_empty: 'There is nothing here yet. Paste a link or choose a file.',
  input_unsupported:
    'This kind of content is not supported yet. Web links, video and audio files, subtitles (SRT, VTT, ASS, LRC), and PDF, EPUB, Word (DOCX), text, Markdown or HTML documents are.',
  url_invalid: 'This is not a complete address. See whether its beginning or a part in the middle is missing.',
  url_blocked:
    'For safety this address is not opened: it points into a private network or to a port that is not allowed. Use a public address.',
  fetch_failed: 'The page could not be opened. Make sure it opens in your browser, then try again.',
  fetch_status:
    'The site did not give out this page: it may ask for signing in, be gone, or have trouble of its own. Make sure it opens without signing in, or try again later.',
  fetch_timed_out: 'The site did not answer for too long. Try again later.',
  fetch_too_large: 'The page or file is larger than what can be downloaded. Save it, shorten it, and upload that.',
  page_too_complex: 'The page is built in too complicated a way to be read. Copy its text into a file and upload that.',
  page_no_text: 'No article was found on this page. Use the link of the article itself, or upload its text as a file.',
  page_needs_browser:
    'This page only has content once its scripts run, so it cannot be read. Save it as HTML in your browser and upload that, or ask the administrator to allow reading with a browser (RENDER_PAGES).',
  file_missing: 'The file cannot be found. Choose it and upload it again.',
  file_too_large: 'The file is over the size limit. Convert it to audio, or cut it into parts, and upload those.',
  transcript_too_long: 'The transcript has more than {{most}} lines. Cut it into parts and upload those.',
  text_too_long: 'The text has more than {{most}} characters or paragraphs. Cut it into parts and upload those.',
  text_too_complex: 'The text is built in too complicated a way to be read. Save it as plain text and upload that.',
  document_unreadable:
    'The document cannot be read; it may be damaged, locked by a password or not be text. Unlock it, or save it as TXT or Markdown, and try again.',
  document_no_text: 'There is no text in this document. Choose one that has some.',
  document_scanned:
    'This PDF is a scan: it holds pictures of its pages and no text. Run text recognition (OCR) on it and upload the version with text.',
  subtitles_empty: 'There are no lines in this subtitle file. Check the file or choose another.',
  media_unreadable:
    'The media file cannot be read; perhaps it was not downloaded completely. Make sure it plays, then upload it again.',
  media_refused: 'For safety this media format is not handled. Convert it to MP4, MP3 or M4A and upload that.',
  media_no_subtitles:
    'This recording has no subtitles of its own, so no note can be made yet; it plays all the same. A file with embedded subtitles gets a note at once, and a separate subtitle file can be uploaded as a record of its own.',
  video_private:
    'This video is private, so it cannot be seen without its owner’s account. Ask its author to open it, or upload the file.',
  video_unavailable: 'This video has been removed, or its address never led to one. Use another link.',
  video_age_restricted: 'This video is age-restricted: the site only plays it to signed-in adults. Upload the file instead.',
  video_region_blocked: 'This video is not open to the region this server is in. Upload the file, or use another source.',
  video_members_only: 'This video is for members or paying viewers only. If you may watch it, upload the file.',
  video_live: 'This is a live stream that is still running or has not begun. Come back once its recording can be watched.',
  video_no_words:
    'This video has no captions that can be used, and its sound could not be fetched. Upload the file, or a subtitle file of its own.',
  site_bot_check:
    'The site wants proof that no robot is asking and gives nothing out for now. Try again later, or upload the file.',
  site_wait:
    'The site says requests come too often and gives nothing out for now. Try again in a while; should that not help, in a few hours.',
  site_login_needed:
    'The site gives this to signed-in users only. Leave a sign-in of your own in the settings, or upload the file.',
  site_changed: 'The site answered in a way that is not known; it may have changed. Try again later, or update Gleaner.',
  credential_invalid: 'The sign-in you left for this site is no longer valid. Put in a new one in the settings.',
  episode_not_found:
    'This episode was not found in its show’s feed, and the platform’s own sound is copy-protected (DRM) and not fetched. Use its link on the show’s own site, or of its audio.',
  show_not_found:
    'Shows are copy-protected on this platform, and no open feed of this one was found. Paste the address of its feed, or its link at Apple Podcasts.',
  feed_unreadable: 'This is no feed (RSS or Atom), or one that is too broken to read. Check its address, or save it once more.',
  page_unknown:
    'Nothing of YouTube is in this file. Save the page of a video as HTML, or the answer of its player as JSON, and try again.',
  listing_link: 'This link leads to several things. Paste it on the home page and pick the ones to summarize.',
  listing_empty: 'This list is empty, or not public.',
  document_access_denied: 'This document is not shared with everyone. Set sharing to “anyone with the link”, or upload the file.',
  media_no_audio: 'There is no sound in this file, and no subtitles. Choose another one.',
  ytdlp_missing:
    'There are no captions here that can be read directly, and every other way to the words needs yt-dlp, which this server does not have. The administrator can install it (pip install yt-dlp) or set YTDLP_PATH, and, for what has no captions at all, set up speech recognition; or upload the file.',
  ytdlp_outdated: 'The yt-dlp on this server is too old for this site. The administrator can update it (pip install -U yt-dlp).',
  ytdlp_failed:
    'yt-dlp could not get this from the site. Make sure the link opens in your browser and try again later, or upload the file.',
  speech_not_configured:
    'This recording has no subtitles, and speech recognition is not set up. Fetch a recognition model in the settings, or ask the administrator to set a speech service; a subtitle file of its own can be uploaded as well.',
  speech_model_missing:
    'The model that speech recognition needs is not here yet. Fetch it in the settings, then summarize again.',
  speech_unauthorized: 'The speech service does not accept the current key. Ask the administrator to check SPEECH_API_KEY.',
  speech_quota:
    'The speech service has no quota left. Once the administrator has topped it up, summarize again; what was heard so far is kept.',
  speech_rate_limited:
    'The speech service is limiting requests. Summarize again in a few minutes; what was heard so far is kept.',
  speech_unavailable: 'The speech service cannot be reached. Summarize again later; what was heard so far is kept.',
  speech_failed: 'Speech recognition gave nothing that can be used. Summarize again, or upload a subtitle file of its own.',
  speech_no_words: 'No speech was heard in this recording; it may be music or background sound only.',
  speech_model_broken: 'This model file is incomplete or not the one expected. Remove it, then fetch or import it again.',
  speech_model_unreachable:
    'The model cannot be fetched: none of its addresses answers. Check the network, ask the administrator to set SPEECH_MODEL_MIRRORS, or import it from a folder.',
  speech_import_missing: 'No whole model lies in this folder. Put these files there and import again: {{files}}.',
  speech_models_managed: 'The models of this server are looked after by its administrator. Ask them to fetch or remove one.',
  storage_quota:
    'You have {{used}} on this server, and {{most}} is the most. Delete records with files that you no longer need, then upload again.',
  upload_incomplete: 'The file has not been uploaded completely. Go on with the upload; what was sent is kept.',
  upload_not_found: 'This upload is not on the server; it may have expired. Choose the file again.',
  llm_unauthorized: 'The model service does not accept the current key. Ask the administrator to check OPENAI_API_KEY.',
  llm_quota: 'The model service has no quota left. Once the administrator has topped it up or changed the key, summarize again.',
  llm_rate_limited: 'The model service is limiting requests. Summarize again in a few minutes.',
  llm_unavailable:
    'The model service cannot be reached. Summarize again later; if it stays, ask the administrator to check OPENAI_BASE_URL.',
  llm_timed_out: 'The model did not answer for too long. What was written is kept; summarize again.',
  llm_refused: 'The model declined this content. Use another model, or summarize without one.',
  llm_bad_output: 'The model answered in a form that could not be used. Summarize again, or use another model.',
  llm_not_configured:
    'No model is configured. The administrator can set OPENAI_BASE_URL and OPENAI_MODEL; notes made of source sentences work without.',
  llm_cost_limit:
    'This would cost more than one piece of work may on this server. What is done is kept; a model key of your own has no such limit.',
  server_cost_limit:
    'The server’s model has cost as much today as it may. Go on in about {{hours}} h, or with a model key of your own; notes made of source sentences work all the same.',
  own_key_refused:
    'The model service does not accept your own key. Check it in the settings, or remove it to use the server’s model.',
  own_key_quota: 'Your own model key has no quota left. Top it up, or change it in the settings.',
  too_many_answers: '{{most}} answers are being written for you already. Wait for one to end, or stop one.',
  too_many_questions:
    'You have asked the server’s model {{most}} times in an hour. Go on in about {{minutes}} min, or with a key of your own.',
  too_many_accounts:
    'Too many people have started here from your network. Try again in about {{minutes}} min; what you entered stays as it is.',
  too_many_submissions:
    '{{most}} contents an hour may be started, and that many have been. Try the rest again in about {{minutes}} min.',
  content_id_missing:
    'The content number is missing, so it is not clear what this is about. Open it again from your summary records.',
  subtitles_missing: 'The subtitles could not be fetched: this content has none yet.',
  article_missing: 'This content has no article.',
  note_missing: 'The note is not written yet. Wait for it, or summarize again.',
  note_version_missing: 'This older version cannot be found; it may have been deleted. Reload the page and choose again.',
  prompt_limit: 'There are {{most}} already, which is the most. Delete what you no longer use first.',
  collection_limit: 'There are {{most}} collections, which is the most. Delete one that is not needed first.',
  collection_full:
    'A collection holds {{most}} items at most, and these no longer fit. Use another collection, or take some out first.',
  note_conflict:
    'The note was just changed somewhere else. Your changes are still in the editor: compare them with the new version and choose which to keep.',
  transcript_conflict:
    'The subtitles were just changed somewhere else and are shown as they are now. What you typed is still in its field: look again and save once more.',
  export_failed: 'The file could not be made. Try once more, or export in another format.',
  work_in_progress: 'It is being worked on. Wait until it is done, or cancel it first.',
  data_folder_in_use: 'Another Gleaner is using the data folder. Stop that one first.',
  config_invalid: 'The server is not configured correctly. Ask the administrator to look at the start-up log.',
  database_unavailable: 'The database cannot be reached right now. Your records are still there; try again in a while.',
} as const satisfies Record<ErrorCode | 'offline', string>;
