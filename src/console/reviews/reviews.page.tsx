/** Page of the reviews, which can be answered in the list. */
import { useReviewTranslations } from '../i18n/reviews/translations.ts'
import { resourcePage } from '../resources/resource-page.tsx'
import { ReviewText } from './review-text.tsx'
import { reviews } from './reviews.ts'

export const ReviewsPage = resourcePage(reviews, useReviewTranslations, { below: ReviewText })
