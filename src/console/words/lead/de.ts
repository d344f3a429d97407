import { en, type LeadWords } from './en.ts'

export const de: LeadWords = en
