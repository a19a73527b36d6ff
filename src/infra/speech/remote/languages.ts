/** Language tags by the names that Whisper uses. */
const tags = new Map(
  (
    'english:en chinese:zh mandarin:zh cantonese:yue japanese:ja korean:ko german:de spanish:es russian:ru french:fr ' +
    'portuguese:pt turkish:tr polish:pl catalan:ca dutch:nl arabic:ar swedish:sv italian:it indonesian:id hindi:hi ' +
    'finnish:fi vietnamese:vi hebrew:he ukrainian:uk greek:el malay:ms czech:cs romanian:ro danish:da hungarian:hu ' +
    'tamil:ta norwegian:no thai:th urdu:ur croatian:hr bulgarian:bg lithuanian:lt latin:la maori:mi malayalam:ml ' +
    'welsh:cy slovak:sk telugu:te persian:fa latvian:lv bengali:bn serbian:sr azerbaijani:az slovenian:sl kannada:kn ' +
    'estonian:et macedonian:mk breton:br basque:eu icelandic:is armenian:hy nepali:ne mongolian:mn bosnian:bs ' +
    'kazakh:kk albanian:sq swahili:sw galician:gl marathi:mr punjabi:pa sinhala:si khmer:km shona:sn yoruba:yo ' +
    'somali:so afrikaans:af occitan:oc georgian:ka belarusian:be tajik:tg sindhi:sd gujarati:gu amharic:am ' +
    'yiddish:yi lao:lo uzbek:uz faroese:fo pashto:ps turkmen:tk nynorsk:nn maltese:mt sanskrit:sa luxembourgish:lb ' +
    'myanmar:my burmese:my tibetan:bo tagalog:tl malagasy:mg assamese:as tatar:tt hawaiian:haw lingala:ln hausa:ha ' +
    'bashkir:ba javanese:jw sundanese:su'
  )
    .split(' ')
    .map((pair): [string, string] => {
      const at = pair.indexOf(':');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
);

export function languageTag(name: string | null): string | null {
  const text = name?.trim() ?? '';
  const known = tags.get(text.toLowerCase());
  if (known) return known;
  return /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,2}$/i.test(text) ? text.replaceAll('_', '-') : null;
}
