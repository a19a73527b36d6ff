/** Pronouns and links, by BCP 47 language, with which a sentence leans on the one before it. */
const starts: Record<string, RegExp> = {
  de: /^(?:Sie|Er|Es|Das(?= (?:ist|war|sind|wird|hat|heißt|bedeutet|kann|geht|gilt|liegt|macht|zeigt|sei)(?!\p{L}))|Dies(?:e[rsmn]?)?|Dabei|Dadurch|Deshalb|Doch|Und|Aber|Auch|Denn|Dann|Dort|Damit|So|Also|Zudem|Außerdem|Derweil|Unterdessen|Allerdings|Jedoch|Trotzdem|Hier|Darüber|Dazu|Davon|Daher|Ihre?|Seine?|Letztere[rsn]?)(?!\p{L})/u,
  fr: /^(?:Ils?|Elles?|Cela|Ceci|Cette|Cet|Ces?|C['’]|Mais|Et|Or|Donc|Puis|Alors|Ainsi|Aussi|Car|Celui|Celles?|Ceux|En effet|De plus|Par ailleurs|Là)(?!\p{L})|^C['’]/u,
  es: /^(?:Él|Ellas?|Ellos|Est[oae]s?|Es[oae]s?|Pero|Y|Además|También|Por eso|De hecho|Sin embargo|Así|Entonces|L[oe]s?(?= \p{Ll}+(?:aron|ieron|ó|aba)(?!\p{L}))|Sus?|Ya|Allí)(?!\p{L})/u,
  pt: /^(?:Eles?|Elas?|Isso|Isto|Est[ea]s?|Ess[ea]s?|Mas|E|Também|Além disso|Assim|Então|Porém|Seus?|Suas?)(?!\p{L})/u,
  it: /^(?:Quest[oaie]|Quell[oaie]|Ma|E|Inoltre|Anche|Lui|Lei|Loro|Così|Quindi|Infatti|Però|Su[oa])(?!\p{L})/u,
  nl: /^(?:Hij|Zij|Ze|Het(?= (?:is|was|wordt|gaat)(?!\p{L}))|Dit|Dat|Maar|En|Ook|Daarom|Toen|Daarnaast|Zijn|Haar)(?!\p{L})/u,
  pl: /^(?:To|Ale|I|A|Jednak|Jego|Jej|Ich|Ten|Ta|Te|Dlatego|Również|Oni|On|Ona|Natomiast|Wtedy|Tam)(?!\p{L})/u,
  sv: /^(?:Han|Hon|De|Det|Den(?= (?:är|var|har))|Detta|Men|Och|Så|Därför|Dessutom)(?!\p{L})/u,
  ru: /^(?:Он[аои]?|Это|Эт[аи]|Этот|Но|И|А|Также|Однако|Поэтому|Кроме того|При этом|Таким образом)(?!\p{L})/u,
  uk: /^(?:Він|Вона|Вони|Воно|Це|Ця|Цей|Але|І|Й|А|Також|Однак|Тому|Крім того|При цьому)(?!\p{L})/u,
};

export function startsOnOther(text: string, language: string): boolean {
  return starts[language]?.test(text.replace(/^[\p{P}\s]{1,4}/u, '')) ?? false;
}
