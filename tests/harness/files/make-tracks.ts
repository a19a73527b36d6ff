/** Caption tracks of made-up talks in several languages, whole and damaged in every way that has been met. */
import type { SubtitleCue } from '#engine/raw-content.ts';

/** Numbers from 0 to 1; the same seed gives the same ones. */
export type Chance = () => number;

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    state ^= state >>> 13;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Parts of a sentence, one of each; `#` becomes a number. */
const grammars: Record<string, string[]> = {
  en: [
    'The potter|My uncle|A student|The driver|Our teacher|Nobody|The old baker|Some of them|Their neighbour|The nurse|A farmer|This engineer',
    'said that|thought|believed that|wrote down how|was told that|noticed that|could not see why|kept asking if|forgot that|explained why',
    'the river|a new kiln|the glass house|the second bridge|our little school|the market|that orchard|the night train|this valley|the mill',
    'had moved|was open|would burn|could be built|was lost|had been sold|grew quickly|was painted|needed repair|stayed dry',
    'in # days|before the rain|with # people|for the first time|under the snow|after # attempts|and it was cheap|as they had hoped|by the road|on Monday',
  ],
  zh: [
    '陶工|我叔叔|一个学生|司机|我们的老师|没有人|老面包师|邻居|护士|农民|这位工程师|他们中的几个',
    '说过|觉得|相信|写下了|听人讲|注意到|不明白为什么|一直在问|忘记了|解释了|后来发现|还记得',
    '那条河|新的窑|玻璃房子|第二座桥|我们的小学|市场|果园|夜里的火车|这个山谷|磨坊|图书馆|老城墙',
    '已经搬走|是开着的|会烧起来|可以修好|不见了|卖给了别人|长得很快|刷成了白色|需要修理|一直是干的',
    '就在第#天|下雨之前|有#个人在场|这是第一次|在雪下面|试了#次以后|而且花钱不多|和他们想的一样|在路边上|到了星期一',
  ],
  es: [
    'El alfarero|Mi tío|Una estudiante|El conductor|Nuestra maestra|Nadie|El panadero|Algunos de ellos|La vecina|Un campesino',
    'dijo que|pensaba que|creía que|contaba cómo|vio que|no entendía por qué|preguntaba si|olvidó que|explicó que|supo que',
    'el río|un horno nuevo|la casa de cristal|el segundo puente|la escuela|el mercado|aquel huerto|el tren|este valle|el molino',
    'se había movido|estaba abierto|iba a arder|se podía construir|se perdió|fue vendido|crecía muy rápido|era blanco|no servía|seguía seco',
    'en # días|antes de la lluvia|con # personas|por primera vez|bajo la nieve|después de # intentos|y no era caro|como ellos querían|en el camino|el lunes',
  ],
  de: [
    'Der Töpfer|Mein Onkel|Eine Schülerin|Der Fahrer|Unsere Lehrerin|Niemand|Der alte Bäcker|Einige von ihnen|Die Nachbarin|Ein Bauer',
    'sagte, dass|dachte, dass|glaubte, dass|schrieb auf, wie|sah, dass|fragte sich, warum|wollte wissen, ob|vergaß, dass|erklärte, wie|hörte, dass',
    'der Fluss|ein neuer Ofen|das Glashaus|die zweite Brücke|unsere kleine Schule|der Markt|dieser Garten|der Nachtzug|das Tal|die Mühle',
    'sich bewegt hat|offen war|brennen wird|gebaut werden kann|verloren ist|verkauft wurde|schnell wächst|weiß gestrichen ist|nicht mehr geht|trocken bleibt',
    'in # Tagen|vor dem Regen|mit # Leuten|zum ersten Mal|unter dem Schnee|nach # Versuchen|und es war billig|wie sie es wollten|an der Straße|am Montag',
  ],
  ja: [
    '陶工は|私のおじは|学生が|運転手は|先生は|だれも|パン屋は|隣の人は|看護師は|農家の人は|この技師は|子どもたちは',
    '昨日になって|ゆっくりと|何度も|はじめて|静かに|急いで|あとから|たぶん|やっぱり|ときどき',
    '川の水を|新しい窯を|ガラスの家を|二つ目の橋を|小さな学校を|市場のことを|あの果樹園を|夜の列車を|この谷を|水車を',
    '動かしました|開けていました|見つけたんです|作れると言いました|なくしました|売ったそうです|育てています|白く塗りました|直しました|調べました',
    'それは#日目のことです|雨の前でした|#人いました|びっくりしました|雪の下でした|#回ためしました|安かったです|思ったとおりです|道のそばでした|月曜でした',
  ],
  ko: [
    '도공은|우리 삼촌은|한 학생이|운전사는|선생님은|아무도|빵집 주인은|이웃 사람은|간호사는|농부는|그 기술자는',
    '어제서야|천천히|여러 번|처음으로|조용히|서둘러|나중에|아마도|역시|가끔',
    '강물을|새로운 가마를|유리 집을|두 번째 다리를|작은 학교를|시장 이야기를|그 과수원을|밤 기차를|이 골짜기를|물레방아를',
    '옮겼습니다|열어 두었어요|찾아냈지요|만들 수 있다고 했어요|잃어버렸어요|팔았다고 합니다|키우고 있어요|하얗게 칠했어요|고쳤습니다|살펴봤어요',
    '그게 #일째였어요|비가 오기 전이었죠|#명이 있었어요|놀랐습니다|눈 아래였어요|#번 해 봤어요|값이 쌌어요|생각한 대로였어요|길가였습니다|월요일이었죠',
  ],
  ru: [
    'Гончар|Мой дядя|Одна ученица|Водитель|Наша учительница|Никто|Старый пекарь|Некоторые из них|Соседка|Этот инженер',
    'сказал, что|думал, что|верил, что|записал, как|видел, что|не понимал, почему|спрашивал, был ли|забыл, что|объяснил, как|слышал, что',
    'река|новая печь|стеклянный дом|второй мост|наша школа|рынок|этот сад|ночной поезд|вся долина|старая мельница',
    'уже далеко|был открыт|скоро сгорит|можно построить|потерялся давно|продан соседям|быстро растёт|выкрашен белым|требует ремонта|оставался сухим',
    'за # дней|ещё до дождя|там было # человек|в первый раз|под снегом|после # попыток|и это было дёшево|как они и хотели|у дороги|в понедельник',
  ],
};

export const trackLanguages = Object.keys(grammars);
const unspaced = new Set(['zh', 'ja']);

export function sentence(language: string, chance: Chance): string {
  const parts = (grammars[language] ?? []).map((slot) => {
    const options = slot.split('|');
    return (options[Math.floor(chance() * options.length)] ?? '').replace('#', String(2 + Math.floor(chance() * 97)));
  });
  return parts.join(unspaced.has(language) ? '' : ' ') + (unspaced.has(language) ? '。' : '.');
}

export type MadeTrack = { language: string; durationMs: number; cues: SubtitleCue[] };

/** A whole track: speech at a natural pace with pauses, from about the beginning to about the end of the media. */
export function wholeTrack(language: string, seconds: number, chance: Chance): MadeTrack {
  const durationMs = seconds * 1000;
  const cues: SubtitleCue[] = [];
  let at = Math.round(chance() * Math.min(20_000, durationMs / 10));
  for (;;) {
    const lasts = 3200 + Math.round(chance() * 2400);
    if (at + lasts > durationMs - 500) break;
    cues.push({ startMs: at, endMs: at + lasts, text: sentence(language, chance) });
    at += lasts + (chance() < 0.15 ? Math.round(chance() * 6000) : 0);
  }
  return { language, durationMs, cues };
}

/** What YouTube shows of recognised speech: the line before stays on top of the next. */
export function rolling(track: MadeTrack): MadeTrack {
  const texts = track.cues.map((cue) => cue.text.replace(/[.。]$/, '').toLowerCase());
  const cues = track.cues.map((cue, index) => ({
    ...cue,
    text: index === 0 ? (texts[0] ?? '') : `${texts[index - 1]}\n${texts[index]}`,
  }));
  return { ...track, cues };
}

export function toSrt(cues: readonly SubtitleCue[]): string {
  const clock = (ms: number) => new Date(Math.max(0, Math.round(ms))).toISOString().slice(11, 23).replace('.', ',');
  return cues.map((cue, index) => `${index + 1}\n${clock(cue.startMs)} --> ${clock(cue.endMs)}\n${cue.text}\n`).join('\n');
}

function retimed(track: MadeTrack, move: (ms: number) => number): SubtitleCue[] {
  return track.cues.map((cue) => ({ ...cue, startMs: Math.max(0, move(cue.startMs)), endMs: Math.max(0, move(cue.endMs)) }));
}

function between(chance: Chance, low: number, high: number): number {
  return low + chance() * (high - low);
}

/** Ruined cues, or the bytes of a ruined file. */
export type Damage = (track: MadeTrack, chance: Chance) => SubtitleCue[] | Uint8Array;

const encoder = new TextEncoder();

function misread(charset: string): Damage {
  return (track) => track.cues.map((cue) => ({ ...cue, text: new TextDecoder(charset).decode(encoder.encode(cue.text)) }));
}

/** The most a track may miss and still be mistaken for a whole one is a fifth of the media. */
export const damages: Record<string, Damage> = {
  'cut short': (track, chance) => track.cues.slice(0, Math.ceil(track.cues.length * between(chance, 0.02, 0.75))),
  'file cut in the middle': (track, chance) => {
    const bytes = encoder.encode(toSrt(track.cues));
    return bytes.slice(0, Math.ceil(bytes.length * between(chance, 0.05, 0.72)));
  },
  'hangs on its last words': (track, chance) => {
    const from = Math.ceil(track.cues.length * between(chance, 0.1, 0.7));
    const period = 1 + Math.floor(chance() * 4);
    return track.cues.map((cue, index) =>
      index < from ? cue : { ...cue, text: track.cues[from - period + ((index - from) % period)]?.text ?? cue.text },
    );
  },
  'pasted together from copies': (track, chance) => {
    const piece = Math.ceil(track.cues.length * between(chance, 0.05, 0.5));
    return track.cues.map((cue, index) => ({ ...cue, text: track.cues[index % piece]?.text ?? '' }));
  },
  'shifted to later': (track, chance) => {
    const by = 30_000 + track.durationMs * between(chance, 0.02, 2);
    return retimed(track, (ms) => ms + by);
  },
  'shifted to earlier': (track, chance) => {
    const by = 60_000 + track.durationMs * between(chance, 0.22, 0.9);
    return retimed(track, (ms) => ms - by);
  },
  'times stretched': (track, chance) => {
    const by = between(chance, 1.12, 5);
    return retimed(track, (ms) => ms * by);
  },
  'times squeezed': (track, chance) => {
    const by = between(chance, 0.001, 0.72);
    return retimed(track, (ms) => ms * by);
  },
  'times broken': (track, chance) => {
    const broken = [Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER][Math.floor(chance() * 3)] ?? 0;
    return track.cues.map((cue, index) => (index % 5 === 2 ? { ...cue, startMs: broken, endMs: broken } : cue));
  },
  'all at once': (track) => track.cues.map((cue) => ({ ...cue, startMs: 0, endMs: 0 })),
  'in another language': (track, chance) => {
    const others = trackLanguages.filter((language) => language !== track.language);
    const other = others[Math.floor(chance() * others.length)] ?? 'en';
    return track.cues.map((cue) => ({ ...cue, text: sentence(other, chance) }));
  },
  'of a longer video': (track, chance) =>
    wholeTrack(track.language, (track.durationMs / 1000) * between(chance, 1.2, 6), chance).cues,
  'of a shorter video': (track, chance) =>
    wholeTrack(track.language, (track.durationMs / 1000) * between(chance, 0.1, 0.7), chance).cues,
  'mostly music': (track, chance) => {
    // A share, not a chance for each: of few cues, luck would leave enough to be a sparse talk.
    const every = 16;
    const from = Math.floor(chance() * every);
    return track.cues.map((cue, index) =>
      index % every === from
        ? cue
        : { ...cue, text: ['[Music]', '♪♪♪', '【音乐】', '(upbeat music)', '[Applause]', '♪'][Math.floor(chance() * 6)] ?? '♪' },
    );
  },
  'hardly a word': (track, chance) => track.cues.filter((_, index) => index % Math.round(between(chance, 14, 40)) === 0),
  'nothing in it': (track, chance) =>
    chance() < 0.3
      ? []
      : track.cues.map((cue) => ({ ...cue, text: ['', ' ', '<i></i>', '…', '- -'][Math.floor(chance() * 5)] ?? '' })),
  'several in one': (track, chance) => [
    ...track.cues,
    ...Array.from({ length: 6 }, () => wholeTrack(track.language, track.durationMs / 1000, chance).cues).flat(),
  ],
  'UTF-8 read as Western': (track, chance) =>
    ['en', 'es', 'de'].includes(track.language)
      ? track.cues.map((cue) => ({ ...cue, text: `${cue.text} â€œ${cue.text}â€\u009d` }))
      : misread(chance() < 0.5 ? 'windows-1252' : 'iso-8859-15')(track, chance),
  'UTF-8 read as Chinese': (track, chance) =>
    ['en', 'es', 'de'].includes(track.language)
      ? track.cues.map((cue) => ({ ...cue, text: cue.text.replace(/[aeiouy]/g, '锟斤拷') }))
      : misread(chance() < 0.7 ? 'gb18030' : 'big5')(track, chance),
  'lost characters': (track, chance) => {
    const share = between(chance, 0.03, 0.6);
    return track.cues.map((cue) => ({
      ...cue,
      text: cue.text.replace(/[\p{L}\p{N}]/gu, (c) => (chance() < share ? '\ufffd' : c)),
    }));
  },
  'bytes that are no UTF-8': (track, chance) => {
    const bytes = encoder.encode(toSrt(track.cues));
    // Behind a byte order mark there is no doubt about the charset, only about the bytes.
    const ruined = bytes.map((byte) => (byte >= 0x41 && chance() < 0.1 ? 0xf8 : byte));
    return Uint8Array.from([0xef, 0xbb, 0xbf, ...ruined]);
  },
  'letters that became question marks': (track) =>
    track.cues.map((cue) => ({ ...cue, text: cue.text.replace(/[^\p{ASCII}]|[aeou]/gu, '?') })),
};
