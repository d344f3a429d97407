import { en, type LeadWords } from './en.ts'

export const fr: LeadWords = en
