// What sites in European languages put around an article. Kinds, places, some class names and a few short lines follow pages that were read.
// Any change here means training again, and gives other models.
const languages = [
  {
    comments: ['Comments (12)', '3 comments', 'Join the conversation', 'Responses', 'What readers say'],
    said: [
      'Thank you for this, I had no idea that it was so simple to do.',
      'I disagree. The figures are from a year in which nobody travelled, so they prove nothing about the years before or after it, and the author should have said so at the beginning.',
      'Same here!',
      'We have lived on that street since 1988 and none of this is new to us. The council promised to repair it three times, and three times the money went somewhere else. Still, good to see somebody write about it.',
      'Great read, as always. Could you write more about how it was made?',
      '@Tom: did you even read the second half?',
    ],
    policy: [
      'Comments are the opinions of readers and not those of this paper. We remove what insults others or breaks the law, and we may close the discussion at any time.',
      'You must be logged in to take part. Please keep to the rules of the house and to the subject.',
    ],
    plugs: [
      'Like what you read? Get our weekly letter with the best stories, every Friday in your inbox.',
      'This site lives from its readers. If you value our work, please support it with a small sum each month.',
      'Get breaking stories on your phone with our app, free for all systems.',
      'You have two free articles left this month. Create an account to go on reading.',
    ],
    legal: [
      'Copyright 2019 Example Media. All rights reserved. This text may not be published, broadcast, rewritten or passed on.',
      'This page has links to shops. If you buy something there we may earn a commission, at no cost to you.',
      'Found a mistake? Mark it and press Ctrl and Enter to tell the editors.',
    ],
    related: ['Related stories', 'More on this', 'Read next', 'Most read', 'From our partners'],
    inside: ['Read also:', 'More:', 'See also:', 'Related:'],
    advert: ['Advertisement', 'Article continues below', 'Sponsored'],
    line: [
      'By Ada Quill | 12 May 2019 | 4 min read',
      'Posted in: Travel, Food',
      'Share this: Facebook Twitter Email',
      'Photo: A. Quill / Example',
      'Tags: rivers, towns, mills',
    ],
  },
  {
    comments: ['Kommentare (7)', '15 Kommentare', 'Leserbriefe', 'Diskutieren Sie mit'],
    said: [
      'Danke für den Beitrag, das wusste ich noch nicht.',
      'Das sehe ich ganz anders. Wer hier wohnt, kennt die Lage seit Jahren, und geändert hat sich bisher nur der Name der Straße. Vielleicht sollte man einmal die fragen, die es betrifft.',
      'Genau so ist es!',
      'Ein schöner Text, nur die Zahlen im dritten Absatz scheinen mir zu hoch zu sein.',
    ],
    policy: [
      'Die Beiträge geben allein die Meinung der Leser wieder. Wir behalten uns vor, sie zu kürzen oder zu löschen. Bitte bleiben Sie sachlich.',
    ],
    plugs: [
      'Unser Brief am Morgen: alles Wichtige des Tages, kostenlos in Ihrem Postfach.',
      'Guter Journalismus kostet Geld. Mit einem Abo lesen Sie alle Texte und helfen uns.',
    ],
    legal: ['Alle Rechte vorbehalten. Nachdruck nur mit Genehmigung des Verlags.', 'Fehler gefunden? Schreiben Sie uns.'],
    related: ['Mehr zum Thema', 'Das könnte Sie auch interessieren', 'Meistgelesen', 'Weitere Artikel'],
    inside: ['Lesen Sie auch:', 'Mehr dazu:', 'Hintergrund:'],
    advert: ['Anzeige', 'Werbung'],
    line: ['Von Ada Feder, 3. Mai 2019, 10:15 Uhr', 'Drucken Merken Teilen', 'Foto: dpa', 'Schlagworte: Fluss, Stadt'],
  },
  {
    comments: [
      '5 réactions',
      'Commentaires',
      'Vos réactions',
      'Comentarios (4)',
      'Opiniones',
      'Commenti',
      'Reacties',
      'Komentarze [2]',
      'Комментарии',
    ],
    said: [
      'Tout à fait d’accord avec vous, on attend cela depuis longtemps.',
      'Quand une entreprise va mal, les mêmes personnes sont toujours là pour la reprendre, mais il n’est jamais écrit qui paie à la fin. J’aurais aimé que l’article le dise.',
      'No estoy de acuerdo, los números dicen otra cosa y el que vive aquí lo sabe.',
      'Sono anni che lo diciamo, ma nessuno ascolta.',
      'Zgadzam się w pełni, u nas jest tak samo.',
      'Давно пора, но верится с трудом.',
    ],
    policy: [
      'Los comentarios son la opinión de los lectores y no la de este diario. No se permiten mensajes contrarios a la ley.',
      'Les avis publiés ici n’engagent que leurs auteurs.',
    ],
    plugs: [
      'Inscrivez-vous pour recevoir chaque matin l’essentiel de l’actualité.',
      'Suscríbete y lee todos los artículos sin límites.',
      'Abonneer nu en lees onbeperkt verder.',
    ],
    legal: [
      'Tous droits réservés. Reproduction interdite.',
      'Todos los derechos reservados.',
      'Zaznacz błąd i naciśnij Ctrl i Enter, aby powiadomić redakcję.',
    ],
    related: [
      'À lire aussi',
      'Sur le même sujet',
      'Te puede interesar',
      'Leggi anche',
      'Lees ook',
      'Zobacz też',
      'Читайте также',
      'Slate conseille',
    ],
    inside: ['Lire aussi :', 'Lee también:', 'Leggi anche:', 'Czytaj też:', 'Lees ook:'],
    advert: ['Publicité', 'Publicidad', 'Reklama', 'Pubblicità', 'Hirdetés'],
    line: ['Publié le 29/10/2012', 'Posted in Tech', 'Mis à jour à 14h03', 'L’auteur', 'Visto 314 veces', 'Fot. A. Nowak'],
  },
];
const titles = [
  'Why the old mill on the river turns again',
  'Five small towns that are worth a detour',
  'Minister defends plan for new tram line',
  'So retten Nachbarn ihr Freibad',
  'Was die neue Regel für Mieter bedeutet',
  'Trois idées pour un week-end au bord de l’eau',
  'El precio del aceite baja por primera vez en un año',
  'How a teacher mapped every tree in her city',
  'The quiet return of the night train',
  'Was beim Brotbacken oft schiefgeht',
  'Storm leaves thousands without power',
  'Il mercato che non chiude mai',
];
const readers = ['Ada', 'tom_w', 'Reader 88', 'Marie L.', 'Karl-Heinz', 'nordlicht', 'J. Ortega', 'anna', 'Gast', 'guest'];
const times = [
  '3 hours ago',
  '12.05.2019 10:22',
  'May 3, 2019 at 9:14 am',
  'il y a 2 jours',
  '15.08.2015 г. 20:09:43',
  'Hace 2 horas',
  'yesterday',
];
const consent = [
  'Cookies and similar identifiers can be stored on or read from your device to recognise it each time it connects to an app or to a website.',
  'We and our 214 partners store and access information on a device and process personal data, such as your address and what you look at, to show advertising that suits you.',
  'Wir verwenden Cookies, um Inhalte und Anzeigen auf Sie zuzuschneiden. Sie können Ihre Einwilligung jederzeit widerrufen.',
  'Precise geolocation data, and identification through device scanning',
];
const commentNames = [
  'comments',
  'comment-list',
  'article_comments',
  'kommentare',
  'reactions',
  'responses',
  'comentarios',
  'discussion',
  'cbox',
  'list',
  '',
];
const boxNames = ['related', 'more', 'box', 'teaser', 'promo', 'newsletter', 'incut', 'inline-box', 'widget', 'block', '', ''];

const one = (list, random) => list[Math.floor(random() * list.length)];
const some = (list, least, most, random) =>
  Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, () => one(list, random));
const inTag = (tags, text, random) => {
  const tag = one(tags, random);
  return `<${tag}>${text}</${tag}>`;
};
const paragraphs = (texts) => texts.map((text) => `<p>${text}</p>`).join('');
const link = (text, random) => `<a href="/a/${Math.floor(random() * 1e6)}">${text}</a>`;

/** In an element whose class or id is one of `names`; an empty one is none. */
const named = (tags, names, html, random) => {
  const tag = one(tags, random);
  const name = one(names, random);
  return `<${tag}${name ? ` ${random() < 0.7 ? 'class' : 'id'}="${name}"` : ''}>${html}</${tag}>`;
};

const heading = (tags, texts, random) => (random() < 0.8 ? inTag(tags, one(texts, random), random) : '');

const kinds = {
  comments({ comments, said, policy }, random) {
    const items = some(said, 2, 8, random).map((text) => {
      const when = random() < 0.8 ? ` ${one(times, random)}` : '';
      const who = inTag(['span', 'p', 'b', 'div'], `${one(readers, random)}${when}`, random);
      const texts = random() < 0.4 ? [text, one(said, random)] : [text];
      return named(['div', 'li', 'article'], ['comment', 'item', 'comment_item', 'cdv', '', ''], who + paragraphs(texts), random);
    });
    const rules = random() < 0.5 ? paragraphs([one(policy, random)]) : '';
    const parts = random() < 0.5 ? [rules, ...items] : [...items, rules];
    return named(['div'], commentNames, heading(['h3', 'h2', 'p', 'div'], comments, random) + parts.join(''), random);
  },
  policy: ({ policy }, random) =>
    named(['div'], ['form', 'warning', 'legal', '', ''], paragraphs(some(policy, 1, 2, random)), random),
  plugs: ({ plugs }, random) => named(['div'], boxNames, paragraphs(some(plugs, 1, 2, random)), random),
  legal: ({ legal }, random) => paragraphs(some(legal, 1, 2, random)),
  // Titles with a line of text each are left to lists, which are made of such cards.
  related({ related }, random) {
    const inList = random() < 0.57;
    const entries = some(titles, 2, 7, random).map((title) => inTag([inList ? 'li' : 'p'], link(title, random), random));
    const list = inList ? `<ul>${entries.join('')}</ul>` : entries.join('');
    return named(['div'], boxNames, heading(['h3', 'h4', 'p', 'strong'], related, random) + list, random);
  },
  inside: ({ inside }, random) => `<p>${random() < 0.7 ? `${one(inside, random)} ` : ''}${link(one(titles, random), random)}</p>`,
  advert: ({ advert }, random) => inTag(['p', 'div', 'span'], one(advert, random), random),
  line: ({ line }, random) => paragraphs(some(line, 1, 2, random)),
  consent: (_language, random) =>
    named(['div'], ['cmp', 'notice', 'layer', 'bar', ''], paragraphs(some(consent, 2, 4, random)), random),
};
const rare = new Set(['consent', 'line', 'policy']);

/** Shares of the pieces of a kind that stand behind the text and before it; the rest stands within it. */
const placesOf = (kind) => {
  if (/^(?:inside|advert)$/.test(kind)) return { behind: 0.3, before: 0.1 };
  return /^(?:line|consent)$/.test(kind) ? { behind: 0.3, before: 0.65 } : { behind: 0.9, before: 0.06 };
};

/** The HTML of one piece, and where it may stand. */
export function europeanFurniture(random) {
  let kind = one(Object.keys(kinds), random);
  if (rare.has(kind) && random() < 0.5) kind = 'comments';
  return { html: `<div>${kinds[kind](one(languages, random), random)}</div>`, ...placesOf(kind) };
}
