/** Locales of descriptions: contract/properties.md §6.2. */
export const locales = [
  ...['ar_SA', 'bg_BG', 'ca_ES', 'cs_CZ', 'da_DK', 'de_DE', 'el_GR', 'en_CA', 'en_GB', 'en_US'],
  ...['es_ES', 'es_MX', 'et_EE', 'fi_FI', 'fr_CA', 'fr_FR', 'he_IL', 'hr_HR', 'hu_HU', 'id_ID'],
  ...['is_IS', 'it_IT', 'ja_JP', 'ko_KR', 'lt_LT', 'lv_LV', 'ms_MY', 'nb_NO', 'nl_NL', 'pl_PL'],
  ...['pt_BR', 'pt_PT', 'ro_RO', 'ru_RU', 'sk_SK', 'sl_SI', 'sv_SE', 'th_TH', 'tr_TR', 'uk_UA'],
  ...['vi_VN', 'zh_CN', 'zh_TW'],
] as const

/** Texts of a description in one language. Undefined: unchanged, null: cleared. */
export interface DescriptionTexts {
  name?: string | null
  shortSummary?: string | null
  summary?: string | null
  notes?: string | null
  access?: string | null
  transit?: string | null
  interaction?: string | null
  neighbourhood?: string | null
  space?: string | null
  houseManual?: string | null
}
