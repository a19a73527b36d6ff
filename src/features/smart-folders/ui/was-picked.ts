type Change = { inputType?: string; isComposing?: boolean };

/** Whether a field was filled from its list of suggestions, which some browsers tell as a replacement and others without a type. */
export function wasPicked(change: Change): boolean {
  if (change.isComposing) return false;
  return change.inputType === undefined || change.inputType === '' || change.inputType === 'insertReplacementText';
}
