/** A note with this tag is a favourite. Stored in the note's text; shown as a star, not among the tags. */
export const favoriteTag = 'favorited';
