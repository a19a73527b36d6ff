/** Full stops of other European languages that end no sentence. Some of these words end one in English: chap, env, cap. */

const shared = 'ca|nr|Nr|Tel|Dr|Prof|cf';

/** By BCP 47 language. The second ones count only before a number. */
const lists: Record<string, readonly [always: string, beforeNumber: string]> = {
  de: ['bzw|[Vv]gl|evtl|ggf|inkl|sog|[Zz]zgl|Hrsg|Dipl|Ing|Mio|Mrd|geb|gest|Abb', 'Art|[Ss]tr|Abs|Bd|Kap'],
  fr: ['Mmes?|Mlle|Mgr|env|éd', '[Aa]rt|chap|vol'],
  es: ['Sra|Srta|Sres|Dña|Dra|Uds?|Lic|Gral|Avda|núm', '[Aa]rt|[Pp]ág|[Cc]ap'],
  pt: ['Sra|Exmo|Dra|Av', '[Aa]rt|[Pp]ág|[Cc]ap'],
  it: ['[Ss]igg?|[Dd]ott|avv|ing|pagg?|geom', '[Aa]rt|[Cc]ap'],
  nl: ['dhr|mevr|drs|bijv|blz', 'art'],
  pl: ['np|tj|tzn|ul|św|ks|ur|zm|hab|im|płk|gen', 'art|ust|rys|ok|r'],
  sv: ['kl|bl', 'kap'],
  da: ['kl|bl', 'kap'],
  ru: ['ул|им|проф|акад|рис|стр|тыс|млн|млрд', 'ст|см'],
  uk: ['вул|ім|проф|акад|рис|тис|млн|млрд', 'ст|див'],
};

const between = String.raw`(?<![\p{L}\p{N}.'’-])`;
type Patterns = { always: RegExp; beforeNumber: RegExp };
const patterns = new Map<string, Patterns>(
  Object.entries(lists).map(([language, [always, beforeNumber]]) => [
    language,
    {
      always: new RegExp(`${between}(?:${shared}|${always})$`, 'u'),
      beforeNumber: new RegExp(`${between}(?:${beforeNumber})$`, 'u'),
    },
  ]),
);

/** А. С. Пушкин, É. Zola. */
const initial = /(?:^|[\s(“"'«„])\p{Lu}$/u;
/** av. J.-C., EE. UU. */
const pairs = [
  [/(?<!\p{L})(?:av|apr)$/u, /^\s+J\.-C/],
  [/(?<!\p{L})EE$/u, /^\s+UU\./],
] as const;

const ordinal = /(?<![\p{L}\p{N}.,:])\d{1,2}$/u;
const afterOrdinal =
  /^\s+(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhunderts?|Weltkriegs?|Lebensjahr)(?!\p{L})/u;
/** Before the number of a noun, which German capitalises: der 2. Band. */
const beforeOrdinal =
  /(?<!\p{L})(?:der|die|das|den|dem|des|vom|zum|zur|beim|eine[mnr]?|seine[mnrs]?|ihre[mnrs]?|jede[mnrs]?)\s+\d{1,2}$/u;

/** Whether the full stop after `before` belongs to an abbreviation of this language or to a German ordinal. */
export function isOtherAbbreviation(before: string, after: string, language: string): boolean {
  if (initial.test(before) || pairs.some(([first, second]) => first.test(before) && second.test(after))) return true;
  const known = patterns.get(language);
  if (known?.always.test(before)) return true;
  if (known?.beforeNumber.test(before) && /^\s+\d/.test(after)) return true;
  if (language !== 'de' || !ordinal.test(before)) return false;
  return afterOrdinal.test(after) || (beforeOrdinal.test(before) && /^\s+\p{Lu}\p{Ll}/u.test(after));
}
