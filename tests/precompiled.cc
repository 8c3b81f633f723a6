// The headers that nearly every test includes are compiled once, beside this.
