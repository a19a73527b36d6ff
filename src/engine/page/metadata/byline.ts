/** `作者：…`, `记者 …`, `By …`. */
import { chineseByline, editorOf, labelledAuthor, type Surroundings } from './chinese-byline.ts';
import { cleanName, surnames } from './names.ts';

const personName = "\\p{Lu}[\\p{L}.'’-]*(?:[ \\t]+(?:\\p{Lu}[\\p{L}.'’-]*|van|von|de|der|la|di|zu|del)){1,3}";
const english = new RegExp(
  `(?:^|\\n|\\d{4}[ \\t]|[|·•][ \\t])[ \\t]{0,4}(?:(?:Article|Written|Posted|Published|Words|Story|Reviewed|WRITTEN|POSTED) )?(?:[Bb]y|BY):?[ \\t]{1,4}(${personName})`,
  'u',
);
/** These words also begin sentences in other languages, so nothing else may be in the line. */
const foreign = new RegExp(
  `(?:^|\\n)[ \\t]{0,4}(?:Eine? (?:Artikel|Beitrag|Gastbeitrag|Kommentar|Analyse|Reportage|Interview) )?(?:[Vv]on|VON|Par|PAR|Por|POR|Di|Door|Text|Autor|Autorin|Auteur|Autore|Author|Redakteur|Redakteurin):?[ \\t]{1,4}(${personName})[ \\t]{0,4}(?=$|[\\n,|·•–—(/\\d]|und |and |am )`,
  'u',
);
/** The name is in the line below. */
const below = new RegExp(
  `(?:^|\\n)[ \\t]{0,4}(?:(?:Article|Written|Posted|Published|Story|Words) )?(?:[Bb]y|BY|Author|Autor|Autorin|[Vv]on|VON):?[ \\t]{0,4}\\n[ \\t]{0,4}(${personName})[ \\t]{0,4}(?=\\n|$)`,
  'u',
);
/** For the end of the text, where only whole phrases count. */
const signedBelow = new RegExp(
  `(?:^|\\n)[ \\t]{0,4}(?:Article|Written|Words|Story|Text|Review|Reported) [Bb]y:?[ \\t]{0,4}\\n?[ \\t]{0,4}(${personName})[ \\t]{0,4}(?=$|[\\n.,|])`,
  'u',
);
const withOffice = new RegExp(
  `(?:^|\\n)[ \\t]{0,4}(${personName})[ \\t]{0,4}[|,·•–—][^\\n|]{0,40}(?:[Ww]riter|[Ee]ditor|[Rr]eporter|[Cc]orrespondent|[Cc]ontributor|[Rr]edakteur|[Kk]orrespondent|[Aa]utor|[Jj]ournalist)`,
  'u',
);
/** Of the sentence, not of an initial or a title. */
const fullStop = /(?<=\p{Ll}{3})\.$/u;
const oneWord = /(?:^|\n)[ \t]{0,4}(?:[Bb]y|Posted by)[ \t]{1,4}(\p{L}[\p{L}\d_.-]{2,20})[ \t]{0,4}(?:\n|$)/u;

export function findByline(around: Surroundings): string | null {
  const { lead, tail, after } = around;
  const chinese = labelledAuthor(lead, tail) ?? chineseByline(around);
  if (chinese) return chinese;
  for (const pattern of [english, foreign, below, withOffice]) {
    const person = cleanName(pattern.exec(lead)?.[1] ?? '');
    if (person) return person;
  }
  return (
    nameLine(lead) ??
    cleanName(oneWord.exec(lead)?.[1] ?? '') ??
    cleanName(signedBelow.exec(`${tail.slice(-200)}\n${after}`)?.[1]?.replace(fullStop, '') ?? '') ??
    editorOf(`${tail.slice(-200)}\n${after}`) ??
    editorOf(lead)
  );
}

/** Academic articles list Chinese authors below the title. */
function nameLine(lead: string): string | null {
  for (const line of lead.split('\n').slice(0, 12)) {
    const parts = line.trim().split(/[、，,\s]+/);
    if (parts.length < 2 || parts.length > 5 || !parts.every((part) => /^[\u4e00-\u9fff]{2,3}$/.test(part))) continue;
    if (parts.filter((part) => surnames.includes(part[0] ?? '')).length * 2 >= parts.length && /[、，,]/.test(line))
      return line.trim();
  }
  return null;
}
