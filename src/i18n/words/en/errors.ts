import type { ErrorCode } from '#lib/app-error.ts';

export const errors = {
  offline: 'Can’t reach the server. Check your connection and that Gleaner is running, then try again.',
  internal: 'Something went wrong on the server; your library is safe. Try again, or send your administrator the error code.',
  bad_request: 'The server couldn’t understand this request. Reload the page and try again.',
  unauthenticated: 'Your session has expired. Reload the page and try again.',
  sign_in_needed: 'You need an account for this. Sign in or sign up first.',
  not_allowed: 'Your account doesn’t include this.',
  sign_in_failed: 'Wrong email or password. Check them and try again, or reset your password.',
  email_not_verified: 'This email isn’t verified yet. We’ve sent a new verification email; open the link in it.',
  email_unfit:
    'This email address can’t be used here. Before the @ and after the last dot, it may have only letters from a to z, digits and common signs, as in name@example.com. Check it, or use another address.',
  email_reserved: 'You can’t sign up with this address. Use one where you can receive email.',
  password_unfit: 'A password needs 10 to 128 characters. Choose another one.',
  sign_up_refused: 'Couldn’t sign up with this email. If you already have an account, sign in or reset your password.',
  link_expired: 'This link has expired or was already used. Request a new one.',
  reset_not_possible: 'This account signs in with WeChat and has no password to reset. Sign in with WeChat instead.',
  provider_failed: 'The sign-in service didn’t answer. Try again later, or sign in another way.',
  invitation_needed: 'You need an invitation to sign up here. Ask the administrator for a link.',
  invitation_invalid: 'This invitation has expired or is for another email. Ask the administrator for a new one.',
  too_many_attempts: 'Too many attempts. Wait {{minutes}} minutes and try again.',
  mail_failed: 'The email couldn’t be sent. Try again later, or ask the administrator to check the email settings.',
  not_found: 'This wasn’t found; it may have been deleted. Open it again from your library.',
  last_admin: 'This is the last administrator. Make someone else an administrator first.',
  paid_until_past: 'That date has passed. Enter today or a later date, or leave it empty to end the membership.',
  balance_too_small: 'The balance is smaller than that. It can’t go below zero.',
  task_not_repeatable: 'This can’t be retried here. Its user can start it again on the page of the item.',
  conflict: 'This was just changed somewhere else. Reload the page to see the latest version.',
  rate_limited: 'Too many requests. Wait a minute, then try again.',
  busy: 'The server is busy. Try again in a moment.',
  cancelled: 'Canceled. You can summarize it again at any time.',
  timed_out: 'This took too long. Try again, or come back later if the source is long.',
  storage_failed:
    'The server’s disk is full or can’t be written to; what you have is safe. Delete items you no longer need, or try again later.',
  input_empty: 'Nothing to summarize yet. Paste a link or choose a file.',
  input_unsupported:
    'This isn’t supported yet. Use a web link, a video, audio or subtitle file (SRT, VTT, ASS, LRC), or a PDF, EPUB, Word (DOCX), text, Markdown or HTML document.',
  url_invalid: 'This isn’t a complete web address. Check whether part of it is missing.',
  url_blocked: 'For security, Gleaner doesn’t open private network addresses or blocked ports. Use a public address.',
  fetch_failed: 'Couldn’t open the page. Check that it opens in your browser, then try again.',
  fetch_status:
    'The site didn’t return this page: it may be gone or need a sign-in. Check that it opens without signing in, or paste its text instead.',
  fetch_timed_out: 'The site took too long to respond. Try again later.',
  fetch_too_large: 'This page or file is too large to download. Save it, shorten it, and upload that.',
  page_too_complex: 'This page is too complex to read. Copy its text and paste that instead.',
  page_no_text: 'No article found on this page. Use the link to the article itself, or paste its text instead.',
  page_needs_browser:
    'This page is empty until its scripts run, so it can’t be read. Save it as HTML and upload that, or ask your administrator to turn on page rendering.',
  page_sign_in:
    'The site returned a sign-in page instead (shown under Article). Save the page as HTML in your browser and upload that, or paste its text instead.',
  page_error:
    'The site returned an error page instead (shown under Article). Check that the link opens in your browser, then try again.',
  file_missing: 'File not found. Choose it again.',
  picture_unreadable: 'This isn’t a picture we can read. Choose a PNG, JPEG, WebP, AVIF or GIF.',
  picture_too_large: 'This picture is too large. The limit is 10 MB and 40 megapixels.',
  file_too_large: 'This file is over the size limit. Convert it to audio, or split it and upload the parts.',
  transcript_too_long: 'The transcript has more than {{most}} lines. Split it and upload the parts.',
  text_too_long: 'The text has more than {{most}} characters or paragraphs. Split it and upload the parts.',
  text_too_complex: 'This text is too complex to read. Copy and paste it, or save it as plain text.',
  document_too_large: 'This document is too large to read: over {{most}}. Split it, or save its text as TXT, and upload that.',
  document_unreadable:
    'Couldn’t read this document; it may be damaged, password-protected or not text. Remove the password, or save it as TXT or Markdown, and try again.',
  document_no_text: 'This document has no text. Choose one that does.',
  document_scanned: 'This PDF is a scan: images of pages, no text. Run text recognition (OCR) on it and upload the result.',
  subtitles_empty: 'This subtitle file is empty. Check it, or choose another.',
  media_unreadable: 'Couldn’t read this media file; it may be incomplete. Check that it plays, then upload it again.',
  media_refused: 'For security, this media format isn’t supported. Convert it to MP4, MP3 or M4A and upload that.',
  media_no_subtitles:
    'This recording plays, but has no embedded subtitles to make a note from. If you have a subtitle file, add it here.',
  video_private: 'This video is private. Ask its owner to make it public, or upload the file.',
  video_unavailable: 'This video is no longer available. Use another link.',
  video_age_restricted: 'This video is age-restricted and only plays for signed-in adults. Download it and upload the file.',
  video_region_blocked: 'This video isn’t available in the server’s region. Upload the file, or use another source.',
  video_members_only: 'This video is for members or paying viewers. If you have access, download it and upload the file.',
  video_live: 'This live stream hasn’t ended or hasn’t started. Come back when the recording is available.',
  video_no_words:
    'This video has no usable subtitles, and its audio couldn’t be downloaded. Add a subtitle file, or upload the video.',
  site_bot_check: 'The site is asking for a robot check and won’t serve this for now. Try again later, or upload the file.',
  site_wait: 'The site is limiting requests. Try again in a while, or in a few hours if that doesn’t help.',
  site_login_needed: 'The site only serves this to signed-in users. Add a sign-in in Settings, or upload the file.',
  site_changed: 'The site responded in an unexpected way; it may have changed. Try again later, or update Gleaner.',
  credential_invalid: 'Your saved sign-in for this site no longer works. Replace it in Settings.',
  episode_not_found:
    'This episode isn’t in the show’s public feed, and the platform’s own audio is copy-protected (DRM). Use the episode’s link on the show’s website, or a direct audio link.',
  show_not_found:
    'Shows on this platform are copy-protected, and no public feed was found for this one. Paste its feed address or its Apple Podcasts link.',
  feed_unreadable: 'This isn’t a feed (RSS or Atom), or it’s damaged. Check the address, or save it again.',
  page_unknown: 'No YouTube data in this file. Save the video page as HTML, or the player’s response as JSON, and try again.',
  listing_link: 'This link has several items. Paste it on the home page and pick the ones to summarize.',
  channel_not_found: 'There’s nothing to follow at this link. Try the channel’s own page, or the address of its feed.',
  channel_limit: 'You’ve reached the limit of {{most}} channels. Unfollow one you no longer need.',
  automatic_limit:
    'The {{most}} minutes a month for automatic summaries are used up. Raise the limit, or summarize single items yourself.',
  opml_unreadable: 'This file lists no feeds. Choose an OPML file exported by another reader.',
  listing_empty: 'This list is empty or not public. Try another link.',
  document_access_denied: 'This document isn’t shared with everyone. Set sharing to “Anyone with the link”, or upload the file.',
  media_no_audio: 'This file has no audio and no subtitles. Choose another one.',
  ytdlp_missing:
    'No subtitles can be read directly here, and the server doesn’t have yt-dlp. Ask your administrator to install it (pip install yt-dlp), or upload the file.',
  ytdlp_outdated: 'The server’s yt-dlp is too old for this site. Ask your administrator to update it (pip install -U yt-dlp).',
  ytdlp_failed:
    'yt-dlp couldn’t get this from the site. Check that the link opens in your browser and try again later, or upload the file.',
  speech_not_configured:
    'This recording has no subtitles, and speech recognition isn’t set up. Download a speech model in Settings, ask your administrator for a speech service, or add a subtitle file.',
  speech_model_missing: 'The speech model isn’t downloaded yet. Download it in Settings, then summarize again.',
  speech_unauthorized:
    'The speech service rejected the API key. Ask your administrator to check the key in the server’s settings.',
  speech_quota:
    'The speech service is out of quota. Summarize again once your administrator has topped it up; what’s transcribed is kept.',
  speech_rate_limited: 'The speech service is limiting requests. Summarize again in a few minutes; what’s transcribed is kept.',
  speech_unavailable: 'Can’t reach the speech service. Summarize again later; what’s transcribed is kept.',
  speech_failed: 'Speech recognition returned nothing usable. Summarize again, or add a subtitle file.',
  speech_no_words: 'No speech found; this may be only music or background sound. If someone does speak, add a subtitle file.',
  speech_model_broken: 'This model file is incomplete or not the expected one. Delete it, then download or import it again.',
  speech_model_unreachable:
    'Couldn’t download the model: none of its addresses responded. Check the network, import it from a folder, or ask your administrator to set another download address.',
  speech_import_missing: 'This folder has no complete model. Put these files in it and import again: {{files}}.',
  speech_models_managed: 'Models are managed by your administrator. Ask them to download or delete one.',
  storage_quota:
    'You’re using {{used}} of {{most}} on this server. Delete items with files you no longer need, then upload again.',
  upload_incomplete: 'The upload isn’t finished. Resume it; what’s uploaded is kept.',
  upload_not_found: 'This upload isn’t on the server; it may have expired. Choose the file again.',
  llm_unauthorized: 'The model provider rejected the server’s API key. Ask your administrator to check it.',
  llm_quota:
    'The server’s quota with the model provider is used up. Try again once your administrator has topped it up or changed the key.',
  llm_rate_limited: 'The model provider is limiting requests. Try again in a few minutes.',
  llm_unavailable: 'Can’t reach the model provider. Try again later, or ask your administrator to check its address.',
  llm_unreachable:
    'Couldn’t connect to the model provider. Check the network; if the model runs on this computer, make sure it’s started.',
  llm_model_unknown: 'The model provider doesn’t have this model. Ask your administrator to check its name.',
  llm_region_refused: 'The model provider isn’t available in this server’s region. Choose another provider.',
  llm_timed_out: 'The model took too long to respond. Try again; what’s written is kept.',
  llm_refused: 'The model declined this content. Use another model; notes can also be made without one.',
  llm_too_long:
    'The text is longer than this model reads at once. Use a model that reads more; if the model is the server’s, ask your administrator to lower MODEL_CONTEXT_TOKENS.',
  llm_bad_output: 'The model’s answer couldn’t be used. Try again, or use another model.',
  llm_not_configured:
    'No model is set up. Add your own key in Settings, or ask your administrator to set one up; excerpt notes work without one.',
  llm_cost_limit:
    'This would go over the server’s cost limit per task. What’s done is kept; your own model key has no such limit.',
  server_cost_limit:
    'The server’s model has reached today’s cost limit. Try again in about {{hours}} h, or use your own model key; excerpt notes still work.',
  own_key_refused: 'The model provider rejected your API key. Check it in Settings, or remove it to use the server’s model.',
  own_key_quota: 'Your API key is out of quota. Top it up, or change the key in Settings.',
  own_key_limit:
    'You’ve used your own key {{most}} times today, which is the limit. Try again in about {{hours}} h, or remove the key to use the server’s model.',
  own_model_unknown: 'The provider doesn’t have this model, or your key can’t use it. Choose another model.',
  too_many_key_tries: 'Too many key checks. Try again in about {{minutes}} min.',
  too_many_guest_notes:
    '{{most}} notes are already being made for you. Wait for one to finish, or sign in to have more made at once.',
  too_many_answers: '{{most}} answers are already being written for you. Wait for one to finish, or stop one.',
  too_many_questions:
    'You’ve asked the server’s model {{most}} times in an hour. Try again in about {{minutes}} min, or use your own model key.',
  too_many_library_questions:
    'You’ve asked your library {{most}} times in an hour, which is the limit. Ask again in about {{minutes}} min.',
  too_many_accounts: 'Too many new accounts from your network. Try again in about {{minutes}} min; what you entered is kept.',
  too_many_searches: 'Too many searches from your network in the last hour. Try again in about {{minutes}} min.',
  too_many_reports: 'You’ve sent many reports in the last hour. Try again in about {{minutes}} min.',
  deletion_begun: 'The time to change your mind is over: your account is being deleted.',
  too_many_archives: 'You’ve exported your data many times in the last hour. Try again in about {{minutes}} min.',
  archive_unreadable: 'This file isn’t an archive exported from here. Choose the .zip file you downloaded.',
  archive_damaged: 'The archive is damaged or was changed, so nothing was imported. Export it again, or choose another copy.',
  archive_newer: 'The archive was made by a newer version. Update this server, then import it again.',
  archive_too_large: 'The archive is too large to import. Nothing was changed.',
  too_many_submissions: 'You’ve reached the limit of {{most}} items an hour. Try the rest in about {{minutes}} min.',
  too_many_whole_collections:
    'You can add {{most}} whole collections an hour, and this would be one too many. Try again in about {{minutes}} min.',
  out_of_time:
    'Not enough time left: this needs about {{needed}} min, and you have {{left}} min. The item is saved, so you can summarize it later. Activate a license key in Settings › Time, or add your own model key, which uses no time.',
  license_invalid: 'This license key isn’t valid. Check that it’s complete and was bought for this site.',
  license_used: 'This license key has already been used. Each key works once.',
  license_yours: 'You’ve already activated this license key: it added {{minutes}} min, and can’t add them again.',
  license_under_way:
    'Activation of this license key has begun and isn’t confirmed yet. If you didn’t begin it just now, try again in two minutes, or in the account where you began.',
  license_expired: 'This license key isn’t valid today. Check its dates with the seller.',
  license_unavailable:
    'Couldn’t reach the store, so the license key isn’t active yet. Try the same key again in a while; it won’t be counted twice.',
  too_many_license_tries: 'Too many tries. Try again in about {{minutes}} min.',
  content_id_missing: 'The request doesn’t say which item it’s for. Open the item again from your library.',
  nothing_to_ask: 'There’s no text to search here yet. Choose another scope, or ask again when items have been summarized.',
  subtitles_missing: 'This item has no transcript yet. Wait until it’s ready, or summarize again.',
  article_missing: 'This item has no article.',
  note_missing: 'The note isn’t written yet. Wait for it, or summarize again.',
  note_version_missing: 'This version wasn’t found; it may have been deleted. Reload the page and choose again.',
  prompt_limit: 'You’ve reached the limit of {{most}}. Delete some you no longer need.',
  collection_limit: 'You’ve reached the limit of {{most}} collections. Delete one you no longer need.',
  smart_folder_limit: 'You’ve reached the limit of {{most}} smart folders. Delete one you no longer need.',
  smart_folder_exists: 'This smart folder is already there.',
  watch_later_full: 'Watch later holds up to {{most}} items. Remove some first.',
  collection_full: 'A collection holds up to {{most}} items, and these don’t fit. Use another one, or remove some items first.',
  title_fixed: 'A video keeps the title its site gave it.',
  note_conflict:
    'This note was just changed somewhere else. Your changes are still in the editor: compare the two and choose which to keep.',
  transcript_conflict:
    'The transcript was just changed somewhere else; you now see the latest version. Your text is still in its field: check it and save again.',
  export_failed: 'Couldn’t create the file. Try again, or export in another format.',
  export_nothing: 'None of these items can be exported: they have no note or subtitles yet.',
  export_incomplete:
    '{{ready}} of the items can be exported, {{missing}} have no note or subtitles yet. Summarize those first, or leave them out.',
  work_in_progress: 'This is still in progress. Wait until it’s done, or cancel it first.',
  output_not_configured: 'This server isn’t set up to make images or music. Ask your administrator to add a service.',
  output_unauthorized: 'The image or music service rejected the server’s key. Ask your administrator to check it.',
  output_quota:
    'The server’s credit with the image or music service is used up. Try again once your administrator has topped it up.',
  output_refused: 'The image or music service declined this. Try a different description.',
  output_unavailable: 'Can’t reach the image or music service right now. Try again later.',
  output_unconfirmed:
    'The request was sent, but no result came back: it may have been made and paid for. It wasn’t sent again by itself; start it once more if you still want it.',
  output_failed: 'The image or music service’s result couldn’t be used. Try again, or use a different description.',
  too_many_outputs: 'You’ve reached the limit of {{most}} a day. Try again in about {{hours}} h.',
  frames_missing:
    'This video isn’t stored here, so there are no pictures for an illustrated article. Upload the video file and try again.',
  data_folder_in_use: 'Another Gleaner is using the data folder. Stop it first.',
  config_invalid: 'The server isn’t configured correctly. Ask your administrator to check the startup log.',
  database_unavailable: 'Can’t reach the database right now; your library is safe. Try again in a while.',
} as const satisfies Record<ErrorCode | 'offline', string>;
