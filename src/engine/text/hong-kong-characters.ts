/** Node reads what Hong Kong added to Big5 as private characters; these are the ones that Cantonese texts are full of. */
const characters = new Map(
  `
  e05d啉 e05e滙 e08d吓 e11a峯 e183攞 e18e揸 e1f5枱 e27c牀 e2c2鎅 e2e5着 e357綫 e395擧 e40c衞 e420瞓 e44d𡀔 e473邨 e527鷄 e535麪
  e547嚟 e5a2哋 e739啫 e7d4啱 e80b餸 e886吔 e8d7嚤 e9ec糭 eaf0𡁜 eaf4𡁻 eb78𠝹 eb82喼 ebbb嚹 ebd3𦧺 ebf3氹 ec95𧨾 ec9f嚿 eca1踎
  eca2孭 eca9攰 ecb1嘢 ecb2嘞 ecc7嘥 eccd噃 ecce吖 ecd0㗎 ecd1嘅 ecd2嗱 ecd4𨋢 ecd7嗰 ecd8喺 ecd9咗 ecda啲 ecdb𠱁 ecde𥅈 ece1𠺢
  ecee揾 ecef啩 ecf3冚 ecf6冧 ed04𡃁 ed18𠻹 ee64𠼻 f442𥄫 f443喐 f449𩓥 f44b𨂾 f457𡃴 f466𢳂 f492啹 f4a0嚡 f4a6𢫏 f4b3𢲲 f4ba𧕴
  f4c8𠺌 f4dc𢯎 f4df𢱑 f535嗻
`
    .trim()
    .split(/\s+/)
    .map((pair) => [String.fromCharCode(Number.parseInt(pair.slice(0, 4), 16)), pair.slice(4)]),
);

export function withHongKongCharacters(text: string): string {
  return text.replace(/[\ue000-\uf8ff]/g, (character) => characters.get(character) ?? character);
}
