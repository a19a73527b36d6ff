/** Of a text that Anki imports. Each of its lines has a front, a back, tags and a deck, with tabs between. */
export const cardsHead = '#separator:tab\n#html:true\n#notetype:Basic\n#tags column:3\n#deck column:4\n';
