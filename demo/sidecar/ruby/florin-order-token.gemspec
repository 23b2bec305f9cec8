# frozen_string_literal: true

Gem::Specification.new do |gem|
  gem.name = 'florin-order-token'
  gem.version = '0.1.0'
  gem.summary = "The order token of a shop in Ruby, and the check of the signer's callbacks"
  gem.authors = ['Florin']
  gem.license = 'MIT'
  gem.required_ruby_version = '>= 3.0'
  gem.files = ['order_token.rb']
  gem.require_paths = ['.']
end
