/**
 * Full stops of European languages other than English that end no sentence. The language of the text is not known
 * here, so only what is no English word counts, in its own case: `ca.` and not `CA.`
 */

const between = String.raw`(?<![\p{L}\p{N}.'’-])`;

const abbreviations = new RegExp(
  `${between}(?:${[
    'ca|bzw|[Vv]gl|evtl|ggf|inkl|sog|[Zz]zgl|Hrsg|Dipl|Mio|Mrd|Nr|geb|Tel|Abb',
    'Mme|Mlle|Mgr|env|chap|éd|cf',
    'Sra|Srta|Sres|Dña|Dra|Uds?|Lic|Gral|Avda|núm|EE',
    'sigg?|dott|avv|ing|pagg?|geom',
    'np|tj|tzn|ul|św|ks|ur|zm|hab|im',
    'dhr|mevr|drs|bijv|blz|nr',
    'ул|им|проф|акад|рис|стр|тыс|млн|млрд|см',
  ].join('|')})$`,
  'u',
);

/** `Art. 5`, but `a work of art.` */
const beforeNumber = new RegExp(`${between}(?:[Aa]rt|[Ss]tr|Abs|Bd|Kap|[Pp]ág|[Cc]ap|ust|rys|kl|ст)$`, 'u');

/** Also in letters that English lacks: А. С. Пушкин, É. Zola. */
const initial = new RegExp(`${between}\\p{Lu}$`, 'u');

const ordinal = /(?<![\p{L}\p{N}.,:])\d{1,2}$/u;
const afterOrdinal =
  /^\s+(?:Jan(?:uar|ner)|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhunderts?|Weltkriegs?|Lebensjahr)(?!\p{L})/u;
/** Before the number of a noun, which German capitalises: der 2. Band. */
const beforeOrdinal =
  /(?<!\p{L})(?:der|die|das|den|dem|des|vom|zum|zur|beim|eine[mnr]?|seine[mnrs]?|ihre[mnrs]?|jede[mnrs]?)\s+\d{1,2}$/u;

/** Whether the full stop after `before` belongs to an abbreviation or a German ordinal. */
export function isOtherAbbreviation(before: string, after: string): boolean {
  if (abbreviations.test(before) || initial.test(before)) return true;
  if (/(?<!\p{L})(?:av|apr)$/u.test(before)) return /^\s+J\.-C/.test(after);
  if (beforeNumber.test(before)) return /^\s+\d/.test(after);
  return ordinal.test(before) && (afterOrdinal.test(after) || (beforeOrdinal.test(before) && /^\s+\p{Lu}\p{Ll}/u.test(after)));
}
