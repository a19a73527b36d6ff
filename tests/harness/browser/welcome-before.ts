/** For browsers of tests that are not about it: nobody is asked whether to be shown around. */
export function welcomeBefore(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its storage below
  const read = Storage.prototype.getItem;
  Storage.prototype.getItem = function (key) {
    return read.call(this, key) ?? (key.startsWith('gleaner.tour.') ? 'shown' : null);
  };
}
