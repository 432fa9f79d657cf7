/** The text that a formula protects, like `="00123"`; null: any other formula. */
export function textOfFormula(formula: string): string | null {
  const [, text] = /^\s*=?\s*"((?:[^"]|"")*)"\s*$/.exec(formula) ?? []
  return text?.replaceAll('""', '"') ?? null
}

/** Names of errors as spreadsheets of several languages write them into text. */
const errors = new Set(
  [
    'N/A VALUE! REF! DIV/0! NAME? NULL! NUM! SPILL! CALC! FIELD! BLOCKED! CONNECT! BUSY! UNKNOWN! EXTERNAL! GETTING_DATA',
    // German, French, Spanish, Italian, Portuguese, Dutch, Polish and Russian.
    'NV WERT! BEZUG! ZAHL! ÜBERLAUF! FELD! VALEUR! NOM? NOMBRE! NUL! N/D ¡VALOR! ¡REF! ¿NOMBRE? ¡NUM! ¡NULO! ¡DIV/0!',
    'VALORE! RIF! NOME? VALOR! NÚM! NULO! N/B WAARDE! VERW! NAAM? GETAL! LEEG! DEEL/0! ARG! ADR! NAZWA? LICZBA! ZERO! N/D! DZIEL/0!',
    'Н/Д ЗНАЧ! ССЫЛКА! ИМЯ? ЧИСЛО! ПУСТО! ДЕЛ/0!',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `#${name}`),
)

/** Whether a text is what a spreadsheet writes where a formula failed. */
export function isFailedFormula(text: string): boolean {
  return errors.has(text.trim().toUpperCase())
}
