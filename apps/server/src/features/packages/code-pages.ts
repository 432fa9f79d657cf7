import { getFileNameLowLevel } from 'yauzl'

/**
 * Archives of old Windows tools hold names in the code page of the machine that made them and do not say which. The names
 * that the manifest declares tell: the code page in which most of them are found is the one.
 */
export function chooseCodePage(names: readonly Buffer[], declared: ReadonlySet<string>): CodePage {
  let best: CodePage = 'cp437'
  let most = 0
  for (const page of codePages) {
    const found = names.filter((name) => isDeclared(decodeIn(page, name), declared)).length
    if (found > most) [best, most] = [page, found]
  }
  return best
}

export function decodeIn(page: CodePage, name: Buffer): string {
  if (page === 'cp437') return getFileNameLowLevel(0, name, [], true)
  const letters = dosPages[page]
  if (letters === undefined) return new TextDecoder(page).decode(name)
  return Array.from(name, (byte) => (byte < 128 ? String.fromCharCode(byte) : letters[byte - 128])).join('')
}

/** The parts of addresses that tell code pages apart, as `isDeclared` asks for them. */
export function partsOf(address: string): string[] {
  return address
    .normalize('NFC')
    .toLowerCase()
    .split(/[\\/?#]/)
    .filter((part) => /[^\0-\x7f]/.test(part))
}

function isDeclared(name: string, declared: ReadonlySet<string>): boolean {
  const parts = partsOf(name)
  return parts.length > 0 && parts.every((part) => declared.has(part))
}

/** The upper halves of DOS code pages, which no browser and no Node knows by name. */
const dosPages: Record<string, string> = {
  // Western Europe
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  // Central Europe
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
  // Turkish
  cp857:
    'ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞşáíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ�ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµ�×ÚÛÙìÿ¯´\u00ad±�¾¶§÷¸°¨·¹³²■\u00a0',
  // Greek
  cp737:
    'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀ωάέήϊίόύϋώΆΈΉΊΌΎΏ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u00a0',
  // Hebrew
  cp862:
    'אבגדהוזחטיךכלםמןנסעףפץצקרשת¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  // Arabic
  cp720:
    'éâàçêëèïîّْô¤ـûùءآأؤ£إئابةتثجحخدذرزسشص«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀ضطظعغفµقكلمنهوىي≡ًٌٍَُِ≈°∙·√ⁿ²■\u00a0',
}

/** In this order: where two fit as well, the first one is taken. The format's own is cp437. */
const codePages = [
  'cp437',
  'cp850',
  'windows-1252',
  'shift_jis',
  'gb18030',
  'ibm866',
  'big5',
  'euc-kr',
  'windows-1251',
  'cp852',
  'windows-1250',
  'cp857',
  'windows-1254',
  'cp737',
  'windows-1253',
  'cp862',
  'windows-1255',
  'cp720',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'koi8-r',
  'euc-jp',
] as const
export type CodePage = (typeof codePages)[number]
