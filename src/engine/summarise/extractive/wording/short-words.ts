/** English words of two and three letters. */
const shortWords = new Set(
  `ad ah am an as at ax be by do eh em en ex go ha he hi if in is it me my no of oh on or ox pi re so to up us we
ace act add age ago aid aim air ale all and ant any ape apt arc are ark arm art ash ask ate awe axe bad bag ban bar bat bay bed bee beg bet bid big bin bit bow box boy bud
bug bun bus but buy cab can cap car cat cod cop cow cry cub cue cup cut dad dam day den dew did die dig dim din dip doe dog dot dry dub due dug dye ear eat ebb egg ego elf elk elm
end era eve eye fan far fat fax fed fee few fig fin fir fit fix fly foe fog for fox fun fur gap gas gay gel gem get god got gum gun gut guy gym had ham has hat hay hen her hid him
hip his hit hog hop hot how hub hue hug hum hut ice ill ink inn ion its ivy jam jar jaw jet job jog joy jug key kid kin kit lab lad lag lap law lay led leg let lid lie lip lit log
lot low mad man map mat may men met mix mob mom mud mug nap net new nil nod nor not now nun nut oak oar oat odd off oil old one opt ore our out owe owl own pad pal pan par pat paw
pay pea pen per pet pie pig pin pit ply pop pot pro pub pun put rag ran rap rat raw ray red rib rid rig rim rip rob rod rot row rub rug run rut rye sad sap sat saw say sea see set
sew sex she shy sin sip sir sit six ski sky sly son sow spa spy sub sue sum sun tab tag tan tap tar tax tea tech ten the tie tin tip toe ton too top toy try tub two use van vet via
vow wan war was wax way web wed wet who why wig win wit won yes yet you zip zoo app bio cam con dev doc geo gig hex max med min neo non poly pre rep sci sim sys tel uni vid`.split(
    /\s+/u,
  ),
);

export function isShortWord(word: string): boolean {
  return shortWords.has(word);
}
