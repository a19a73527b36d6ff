const isHost = (url: URL): boolean => /^(?:www\.)?xiaoyuzhoufm\.com$/.test(url.hostname);

export function isXiaoyuzhouEpisode(url: URL): boolean {
  return isHost(url) && /^\/episode\/\w{6,40}\/?$/.test(url.pathname);
}

export function isXiaoyuzhouShow(url: URL): boolean {
  return isHost(url) && /^\/podcast\/\w{6,40}\/?$/.test(url.pathname);
}
