export const charsets = {
  'windows-1252': 'Western European (Windows)',
  'iso-8859-15': 'Western European (ISO)',
  cp850: 'Western European (DOS)',
  macintosh: 'Western European (Mac)',
  'windows-1250': 'Central European (Windows)',
  'iso-8859-2': 'Central European (ISO)',
  cp852: 'Central European (DOS)',
  'windows-1251': 'Cyrillic (Windows)',
  'koi8-u': 'Cyrillic (KOI8)',
  ibm866: 'Cyrillic (DOS)',
  'windows-1253': 'Greek (Windows)',
  'iso-8859-7': 'Greek (ISO)',
  'windows-1254': 'Turkish',
  'windows-1255': 'Hebrew',
  'windows-1256': 'Arabic',
  'windows-1257': 'Baltic',
  'windows-874': 'Thai',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC)',
  gb18030: 'Chinese (GB 18030)',
  big5: 'Chinese (Big5)',
  'euc-kr': 'Korean',
} as const

export type Charset = keyof typeof charsets

const listed = Object.keys(charsets) as Charset[]

/** Guesses the character set of a file that is not Unicode. A person must check it, since few letters prove little. */
export async function guessCharset(bytes: Uint8Array): Promise<Charset> {
  const { default: jschardet } = await import('jschardet')
  const guesses = jschardet.detectAll(bytes.subarray(0, 200_000)).map(({ encoding }) => encoding?.toLowerCase() ?? '')
  const [guess] = guesses.flatMap(name => listed.find(charset => charset === (otherNames[name] ?? name)) ?? [])
  return guess ?? 'windows-1252'
}

const otherNames: Record<string, Charset> = {
  'iso-8859-1': 'windows-1252',
  'iso8859-15': 'iso-8859-15',
  macroman: 'macintosh',
  'koi8-r': 'koi8-u',
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  gb2312: 'gb18030',
  'iso-8859-8': 'windows-1255',
  'tis-620': 'windows-874',
}

/** Undefined bytes of the set become U+FFFD or a control character. */
export function decodeWith(charset: Charset, bytes: Uint8Array): string {
  if (charset !== 'cp850' && charset !== 'cp852') return new TextDecoder(charset).decode(bytes)
  const latin = new TextDecoder('windows-1252')
  const letters = new Map(
    Array.from(dosLetters[charset], (letter, index) => [latin.decode(Uint8Array.of(128 + index)), letter]),
  )
  return latin.decode(bytes).replace(/\P{ASCII}/gu, letter => letters.get(letter) ?? letter)
}

const dosLetters = {
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
}
