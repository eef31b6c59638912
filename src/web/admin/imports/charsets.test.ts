import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Charset, decodeWith, guessCharset } from './charsets.ts'

const samples: [Charset, text: string, bytes: string][] = [
  [
    'windows-1252',
    'SKU;Name\nA;Säge und Schlüssel für Männer',
    '534b553b4e616d650a413b53e4676520756e64205363686cfc7373656c2066fc72204de46e6e6572',
  ],
  ['cp850', 'Säge und Schlüssel für Männer', '5384676520756e64205363686c817373656c20668172204d846e6e6572'],
  ['windows-1251', 'Пила ножовка по дереву', 'cfe8ebe020edeee6eee2eae020efee20e4e5f0e5e2f3'],
  ['ibm866', 'Пила ножовка по дереву', '8fa8aba020adaea6aea2aaa020afae20a4a5e0a5a2e3'],
  ['koi8-u', 'Пила ножовка по дереву', 'f0c9ccc120cecfd6cfd7cbc120d0cf20c4c5d2c5d7d5'],
  [
    'windows-1250',
    'Piła płatnica, młotek ślusarski, żółty',
    '5069b3612070b361746e6963612c206db36f74656b209c6c75736172736b692c20bff3b37479',
  ],
  [
    'iso-8859-2',
    'Piła płatnica, młotek ślusarski, żółty',
    '5069b3612070b361746e6963612c206db36f74656b20b66c75736172736b692c20bff3b37479',
  ],
  [
    'cp852',
    'Piła płatnica, młotek ślusarski, żółty',
    '5069886120708861746e6963612c206d886f74656b20986c75736172736b692c20bea2887479',
  ],
  ['windows-1253', 'Άγκιστρο και σφυρί', 'a2e3eae9f3f4f1ef20eae1e920f3f6f5f1df'],
  ['iso-8859-7', 'Άγκιστρο και σφυρί', 'b6e3eae9f3f4f1ef20eae1e920f3f6f5f1df'],
  [
    'iso-8859-15',
    'Clé à œillet, 12 €, pour bœufs, cœur de chêne',
    '436ce920e020bd696c6c65742c20313220a42c20706f75722062bd7566732c2063bd7572206465206368ea6e65',
  ],
  ['shift_jis', 'のこぎり;ハンマー', '82cc82b182ac82e83b836e8393837d815b'],
  ['big5', '鎚子;鋸子;螺絲起子', 'c2f1a46c3bbff7a46c3bc1b3b5b7b05fa46c'],
  ['gb18030', '锤子;锯子;螺丝刀', 'b4b8d7d33bbee2d7d33bc2ddcbbfb5b6'],
  ['euc-kr', '망치;톱 드라이버', 'b8c1c4a13bc5e920b5e5b6f3c0ccb9f6'],
  ['windows-1255', 'פטיש ומסור לעץ', 'f4e8e9f920e5eef1e5f820ecf2f5'],
]

for (const [charset, text, hex] of samples)
  test(`${text} in ${charset} is recognized, and read`, async () => {
    const bytes = Buffer.from(hex, 'hex')
    assert.equal(decodeWith(charset, bytes), text)
    assert.equal(await guessCharset(bytes), charset)
  })
