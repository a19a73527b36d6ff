/** Whether a field was filled from its list of suggestions, which some browsers tell as a replacement and others without a type. */
export function wasPicked(change: object): boolean {
  if ('isComposing' in change && change.isComposing === true) return false;
  const type = 'inputType' in change ? change.inputType : '';
  return type === '' || type === 'insertReplacementText';
}
